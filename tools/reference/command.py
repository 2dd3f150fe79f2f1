"""The reference of the command, docs/command.md, from what `reeve --help` and `reeve COMMAND --help` print.
Lists of what there is to name (suites, scenarios) are left to the command: they are no options."""
import re
import subprocess

MADE = "<!-- made by tools/make-reference from the --help of the command: change that and run it again -->\n"
LISTS = ("Suites:", "Scenarios:")


def help_of(command, *words):
    return subprocess.run([command, *words, "--help"], capture_output=True, text=True, check=True).stdout


def commands_of(text):
    """(name, what it does) of every command, in the order of `reeve --help`."""
    return re.findall(r"^  reeve ([a-z]+)  +(\S.*)$", text, re.M)


def without_lists(text):
    """(the text without the lists at its end, the words that name these)"""
    paragraphs = text.rstrip("\n").split("\n\n")
    kept = [p for p in paragraphs if not p.startswith(LISTS)]
    left = [p.split(":")[0].lower() for p in paragraphs if p.startswith(LISTS)]
    return "\n\n".join(kept), left


def section(name, text):
    """The help of a command: its first line is said by the heading, its usage and options are a block."""
    text, left = without_lists(text)
    title, _, rest = text.partition("\n\n")
    does = title.split(": ", 1)[1]
    more = f"\n\n`reeve {name} --help` lists the {' and '.join(left)}." if left else ""
    return f"## reeve {name}\n\n{does[0].upper()}{does[1:]}.{more}\n\n```text\n{rest}\n```"


def make(command):
    """({path: text}, what is wrong)"""
    try:
        first = help_of(command)
        commands = commands_of(first)
        parts = [MADE + "# The command", first.split("\n\n")[0],
                 "\n".join(f"- [`reeve {name}`](#reeve-{name}): {does}" for name, does in commands),
                 "`reeve COMMAND --help` prints what this page shows. Exit codes are 0 if all is well, 1 if what was "
                 "asked for failed,\n2 for bad usage or bad input."]
        parts += [section(name, help_of(command, name)) for name, _ in commands]
    except (OSError, subprocess.CalledProcessError) as fault:
        return {}, [f"the command cannot be asked: {fault}"]
    return {"docs/command.md": "\n\n".join(parts) + "\n"}, []
