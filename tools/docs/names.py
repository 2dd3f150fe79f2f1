"""Whether what the documents name exists: rv_ names in the headers, paths in the tree, commands and options
in the help of the command."""
import re

from documents import run

NAME = re.compile(r"\b(?:rv_\w*[a-z0-9]|RV_\w*[A-Z0-9])\b(?!\w|\*)")
PATH = re.compile(r"(?<![\w./~-])((?:src|docs|include|tests|tools|scenes|apps|bench|validation|python)/"
                  r"[\w./*<>-]*|\./[a-z][\w./-]*|\.ci/[\w./-]*)")
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z0-9-]*")
CODE_SPAN = re.compile(r"`([^`]+)`")


def check_names(top, lines):
    """README and CHANGELOG speak to users: public names. Other documents may name internal ones."""
    def words(folder):
        text = "\n".join(file.read_text() for file in sorted((top / folder).rglob("*.h")))
        return set(re.findall(r"\b(?:rv|RV)_\w+", text))

    public = words("include")
    internal = public | words("src")
    for line in lines:
        known = public if line.document in ("README.md", "CHANGELOG.md") else internal
        for name in NAME.findall(re.sub(r"\.?\w*#[\w-]+\)", ")", line.text)):  # anchors are lower case
            if name not in known and not line.planned:
                yield f"{line.where}: {name} is in no header"


def check_code_spans(lines):
    for line in lines:
        if line.block is None and line.text.count("`") % 2:
            yield f"{line.where}: keep a code span on one line, or it cannot be checked"


def check_paths(top, lines):
    for line in lines:
        # a program that a block builds is found, or not, when the block is run
        if line.block is not None and line.block.startswith("sh"):
            continue
        for path in PATH.findall(line.text):
            path = path.rstrip(".").removeprefix("./")
            if line.planned or "<" in path:
                continue
            if not any(top.glob(path.rstrip("/"))):
                yield f"{line.where}: {path} does not exist"


# --- commands and options -------------------------------------------------------------------------


def help_texts(command, top):
    """help["run"] is the text of `reeve run --help`; help[""] that of `reeve --help`."""
    texts = {"": run([command, "--help"]).stdout}
    for word in set(re.findall(r"^\s+(?:reeve )?([a-z]+)\b", texts[""], re.M)):
        answer = run([command, word, "--help"])
        if answer.returncode == 0:
            texts[word] = answer.stdout
    for script in ("run", "test"):
        if (top / script).exists():
            texts["./" + script] = run([str(top / script), "--help"]).stdout
    return texts


def command_lines(line):
    """Pieces of a line that are commands: code spans in prose, whole lines in sh blocks."""
    if line.block is None:
        return CODE_SPAN.findall(line.text)
    return re.split(r"&&|\|\||[;|]", line.text.split("#")[0]) if line.block == "sh" else []


def check_commands(lines, texts):
    anywhere = "\n".join(texts.values())
    for line in lines:
        for piece in command_lines(line):
            if line.planned:
                continue
            words = piece.split()
            program = words[0].split("/")[-1] if words else ""
            text = anywhere
            if program == "reeve":
                called = words[1] if len(words) > 1 and re.fullmatch(r"[a-z]+", words[1]) else ""
                if called not in texts:
                    yield f"{line.where}: there is no command `reeve {called}`"
                    continue
                text = texts[called] + texts[""]
            elif words and words[0] in texts:
                text = texts[words[0]]
            elif not piece.startswith("-"):
                continue  # another program's options
            for option in OPTION.findall(piece):
                if not re.search(re.escape(option) + r"(?![\w-])", text):
                    yield f"{line.where}: {option} is in no help of `{' '.join(words[:2])}`"
