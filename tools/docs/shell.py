"""Blocks of commands and of scenes.
  ```sh         what can be run is run, line by line, in one empty folder for the whole document. A scene or
                program file that a line names and that is not there is the nearest block before it. What a
                ```text block right after it says is what the lines print. What is not run is listed here,
                with the reason, and checked by name.
  ```json       a whole scene: `reeve check`, and `reeve run` for a moment
  ```json NAME  a piece of a scene: as docs/scene.schema.json defines NAME"""
import json
import re
import shlex
import signal
import subprocess

from documents import SECONDS, run
from programs import is_as_told, put_sources
from schema import Schema

MOMENT = 0.25  # seconds that a scene of a document is run
RUN = {"reeve", "gcc", "cc", "g++", "c++", "pkg-config", "cat", "head", "tail", "ls", "echo", "mkdir", "cp", "diff",
       "awk", "sed"}
NOT_RUN = {
    "./run": "installs packages, and serves a page until it is stopped: tests/viewer drives the same pages",
    "./test": "is what runs this check",
    "cmake": "builds and installs the repository: ./test does it with every preset, tests/consumer as README.md says",
    "ctest": "runs all tests: ./test does",
    # no sudo: a machine may have none, and whoever is root needs none
    "apt-get": "changes the machine", "git": "needs the network",
    "cd": "is for a person's shell: lines are run in one folder", "export": "is for a person's shell",
    "tools/format": "changes the sources: check-format runs it on a copy of each",
    "tools/make-pictures": "changes the pictures, and takes minutes: tests/viewer drives the same pages",
    "tools/make-reference": "changes the documents: check_reference runs it",
    "tools/check-docs": "is this check",
    "tools/install-missing": "changes the machine",
    "reeve_peers": "needs other engines, and takes minutes",
    "tools/check-layers": "is a test of its own",
    "tests/fuzz/run": "takes minutes: a test of its own",
    "tests/soak/run": "is a test of its own, with sanitizers",
    "machines": "takes minutes: tests/machines/run is a test of its own",
    "xdg-open": "needs a desk", "paraview": "is not installed",
}
# of the command itself: all of them are parsed, and what they name is looked up in their help
LONG = {"bench": "takes minutes", "validate": "takes minutes, all but the suite `rigid`"}
QUICK_SUITES = {"rigid"}


def joined(lines):
    """(line, text) with lines that end in a backslash put together."""
    start, text = None, ""
    for line in lines:
        start = start or line
        if line.text.rstrip().endswith("\\"):
            text += line.text.rstrip()[:-1] + " "
            continue
        yield start, text + line.text
        start, text = None, ""


def commands_of(text):
    """Every command of a line as its words: those behind && and |, and within $( ), too."""
    lexer = shlex.shlex(text, posix=True, punctuation_chars=True)
    lexer.commenters = "#"
    commands, begins = [], True
    for token in lexer:
        if set(token) <= set("();<>|&"):
            begins = begins or bool(set(token) & set("(;|&")) and token not in (">&", "&>")
        elif begins and not re.fullmatch(r"[A-Z_]+=\S*|\$", token):
            commands.append([token.removeprefix("build/release/bin/")])
            begins = False
        elif not begins:
            commands[-1].append(token)
    return commands


class Shell:
    """Goes through the blocks of one document."""

    def __init__(self, site, document, folder):
        self.site, self.document, self.folder = site, document, folder
        self.program = self.scene = self.build_file = None
        self.output, self.ran, self.faults = "", [], []
        # commands see the repository's files, but write here
        for name in ("scenes", "docs"):
            if (site.top / name).exists():
                (folder / name).symlink_to(site.top / name)
        (folder / "out").mkdir()

    def go(self, blocks):
        for block, after in zip(blocks, blocks[1:] + [None]):
            if block.language in ("c", "cpp") and not block.kind:
                self.program = block
            elif block.language == "json" and not block.kind:
                self.scene = block
            elif block.language == "cmake":
                self.build_file = block
            elif block.language == "sh" and not block.planned:
                self.output = ""
                ran = [self.line(line, text) for line, text in joined(block.lines) if text.strip()]
                told = after.text if after and after.language == "text" and any(ran) else None
                if told is not None and not self.faults and not is_as_told(self.output, told):
                    self.faults.append(f"{block.where}: the commands print\n{self.output.rstrip()}")
        return self.faults

    def line(self, line, text):
        """Runs a line if all of it can be run; True if it was."""
        try:
            commands = commands_of(text)
        except ValueError as fault:
            self.faults.append(f"{line.where}: `{text}` is no command: {fault}")
            return False
        here = [self.is_run(words, text) for words in commands]
        unknown = [words[0] for words, runs in zip(commands, here) if not runs and self.reason(words) is None]
        self.faults += [f"{line.where}: `{name}` is neither run nor listed in tools/docs/shell.py" for name in unknown]
        self.faults += [f"{line.where}: {fault}" for words in commands for fault in self.wrong_names(words)]
        if not commands or not all(here) or unknown:
            return False
        fault = self.view(commands[0]) if commands[0][:2] == ["reeve", "view"] else self.shell(text)
        if fault:
            self.faults.append(f"{line.where}: `{text.strip()}` {fault}")
        self.ran.append(text)
        return True

    def is_run(self, words, text):
        name = words[0]
        if name == "reeve" and len(words) > 1 and words[1] in LONG and "--help" not in words:
            return words[1] == "validate" and set(words[2:3]) <= QUICK_SUITES and len(words) > 2
        if name == "cmake":  # of a consumer whose CMakeLists.txt the document has
            return self.build_file is not None and "--preset" not in words and "--install" not in words
        built = name.removeprefix("./")
        is_made_here = f"-o {built} " in text or (self.build_file is not None and "cmake --build" in text)
        return name in RUN or (built != name and ((self.folder / built).exists() or is_made_here))

    def reason(self, words):
        """Why a command is not run; None if there is no reason."""
        if words[0] == "reeve" and len(words) > 1:
            return LONG.get(words[1])
        return NOT_RUN.get(words[0])

    def wrong_names(self, words):
        """Presets, build options, suites and scenarios that do not exist."""
        presets = self.site.presets()
        if words[0] in ("cmake", "ctest") and "--preset" in words[:-1]:
            name = words[words.index("--preset") + 1]
            if name not in presets:
                yield f"there is no preset {name}"
        if words[0] == "cmake" and self.build_file is None:
            for name in re.findall(r"-D(\w+)", " ".join(words)):
                if not name.startswith("CMAKE_") and name not in self.site.build_text():
                    yield f"there is no build option {name}"
        if words[0] == "reeve" and words[1:2] and words[1] in LONG:
            known = self.site.help[words[1]]
            for name in words[2:]:
                if re.fullmatch(r"[a-z][\w-]*", name) and not re.search(rf"^  {re.escape(name)} ", known, re.M):
                    if not re.search(rf"\b{re.escape(name)}\b", known):
                        yield f"`reeve {words[1]}` knows no {name}"

    def shell(self, text):
        self.put_files(text)
        line = text.replace("build/release/bin/reeve", "reeve")
        answer = run(["bash", "-c", line], cwd=self.folder, env=self.site.environment(line))
        self.output += answer.stdout
        return f"gives {answer.returncode}: {answer.stderr.strip()}" if answer.returncode != 0 else None

    def put_files(self, text):
        """Files that a line names and that are not there: the scene or the program before it."""
        for name in re.findall(r"(?<![\w/.-])[\w-]+\.json\b", text):
            # not one that the line is to write
            if self.scene is not None and not re.search(r"(--\w+ |> *)" + re.escape(name), text):
                (self.folder / name).write_text(self.scene.text)
        if re.search(r"\b(gcc|cc|g\+\+|c\+\+)\b", text):
            for name in re.findall(r"[\w-]+\.(?:c|cpp)\b", text):
                if self.program is not None:
                    (self.folder / name).write_text(self.program.text)
        if re.match(r"\s*cmake\b", text) and self.build_file is not None:
            (self.folder / "CMakeLists.txt").write_text(self.build_file.text)
            put_sources(self.folder, self.build_file.text, self.program)

    def view(self, words):
        """`reeve view` is stopped when it has told its address."""
        self.put_files(" ".join(words))
        arguments = [self.site.command, *words[1:]] + ([] if "--no-open" in words else ["--no-open"])
        process = subprocess.Popen(arguments, cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        first = process.stdout.readline()
        process.send_signal(signal.SIGINT)
        try:
            _, said = process.communicate(timeout=SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            return "does not end"
        if process.returncode != 0 or "http://" not in first:
            return f"gives {process.returncode}, no address: {(first + said).strip()}"
        return None


# --- scenes ---------------------------------------------------------------------------------------


def check_json(site, folder, block):
    try:
        value = json.loads(block.text)
    except ValueError as fault:
        return [f"{block.where}: is no JSON: {fault}"]
    if block.kind:
        schema = Schema(site.top / "docs/scene.schema.json")
        if block.kind not in schema.definitions:
            return [f"{block.where}: docs/scene.schema.json defines no {block.kind}"]
        fault = schema.fault(value, {"$ref": f"#/$defs/{block.kind}"}, block.kind)
        return [f"{block.where}: {fault}"] if fault else []
    if not isinstance(value, dict) or "reeve" not in value:
        return [f"{block.where}: no whole scene: say what part of one it is, e.g. ```json cable"]
    (folder / "scene.json").write_text(block.text)
    for words in (["check", "scene.json"], ["run", "scene.json", "--quiet", "--duration", str(MOMENT)]):
        answer = run([site.command, *words], cwd=folder)
        if answer.returncode != 0:
            return [f"{block.where}: `reeve {words[0]}` gives {answer.returncode}: {answer.stderr.strip()}"]
    return []
