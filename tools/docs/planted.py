"""The self-test of tools/check-docs: in a small repository every planted fault is found, and nothing else."""
import shutil
import subprocess
import tempfile
from pathlib import Path

FAKE_COMMAND = r"""#!/bin/sh
case "$*" in
--help) echo "usage: reeve COMMAND"; echo "  run   simulate a scene"; echo "  check  say what is wrong"
        echo "  view   show a scene"; echo "  bench   time scenarios" ;;
"run --help") echo "usage: reeve run SCENE [--csv FILE]" ;;
"check --help" | "view --help") echo "usage: reeve SCENE" ;;
"bench --help") echo "Scenarios:"; echo "  heavy   a heavy one" ;;
"run scenes/good.json") ;;
"run mine.json") grep -c reeve mine.json ;;
"view scenes/good.json --no-open") trap 'exit 0' INT; echo http://127.0.0.1/; while :; do sleep 0.05; done ;;
"view bad.json --no-open") echo "no such scene" >&2; exit 2 ;;
"check scene.json" | "run scene.json --quiet --duration "*) ! grep -q wrong scene.json || { echo wrong >&2; exit 2; } ;;
*) echo "no such scene" >&2; exit 2 ;;
esac
"""
SCHEMA = """{ "$defs": { "step": { "type": "object", "additionalProperties": false, "properties": {
  "rate": { "type": "number", "exclusiveMinimum": 0 } } } } }
"""
CLEAN = """# A title
`rv_good()` and `RV_GOOD` in `include/reeve/a.h` or src/core/, rv_* names aside, and
`reeve run SCENE --csv F`, `--csv`, `./run`, `rv_internal`, `cmake --preset x`.
[this](#a-title), [that](../README.md), [`code`](clean.md#two-words--a-sign), `[no](link)`, ![a picture](a.png)

## Two words & a sign

```sh
reeve run scenes/good.json  # runs
reeve view scenes/good.json
reeve bench heavy
cmake --preset release && ctest --preset release
cmake -B build -DREEVE_REAL=ON
```
```c
#include "reeve/a.h"
#include <stdio.h>
int main(void) { puts("fine"); puts("1 2"); return RV_GOOD; }
```
It prints

```text
fine
...
```
```sh
gcc -o fine main.c -Iscenes/../include && ./fine | head -n 1
./fine
./run
```
```text
fine
fine
1 2
```
```c declaration
void rv_good(void);
```
```c fragment
int count = 3;
rv_world_use(world, count * dt);
```
```json
{ "reeve": 1 }
```
```sh
reeve run mine.json
```
```text
1
```
```json step
{ "rate": 60 }
```
```math
x' = \\frac{h}{2} \\left( \\begin{matrix} \\lambda \\end{matrix} \\right)
```
`rv_future` comes later (planned)
"""
PLANTED = {
    "`rv_bad_name()`": "rv_bad_name is in no header",
    "`RV_BAD`": "RV_BAD is in no header",
    "`reeve run\nSCENE": "keep a code span on one line",
    "see src/nowhere/x.c": "src/nowhere/x.c does not exist",
    "run `./missing`": "missing does not exist",
    "`reeve fly SCENE`": "no command `reeve fly`",
    "`reeve run SCENE --fast`": "--fast is in no help",
    "the option `--nothing`": "--nothing is in no help",
    "[there](nowhere.md)": "the link to docs/nowhere.md does not exist",
    "# One\n[two](#two)": "docs/planted.md has no heading #two",
    "[two](../README.md#two)": "README.md has no heading #two",
    "![it](nowhere.png)": "the picture docs/nowhere.png does not exist",
    "<img src=\"nowhere.png\">": "the picture docs/nowhere.png does not exist",
    "```sh\nreeve run bad.json\n```": "gives 2: no such scene",
    "```sh\nreeve view bad.json\n```": "gives 2, no address: no such scene",
    "```sh\nreeve bench light\n```": "`reeve bench` knows no light",
    "```sh\nwget x\n```": "`wget` is neither run nor listed",
    "```sh\nsudo cmake --install build\n```": "`sudo` is neither run nor listed",
    "```sh\ncmake --preset fast\n```": "there is no preset fast",
    "```sh\ncmake -B build -DREEVE_FAST=ON\n```": "there is no build option REEVE_FAST",
    "```sh\necho 'a\n```": "is no command",
    "```sh\necho a\n```\n```text\nb\n```": "the commands print\na",
    "```c\nint main(void) { return x; }\n```": "does not build",
    "```c\nint main(void) { return 3; }\n```": "the program gives 3",
    "```cpp\nint main() { return 3; }\n```": "the program gives 3",
    "```c\n#include <stdio.h>\nint main(void) { puts(\"a\"); }\n```\n```text\nb\n```": "prints\na",
    "```c declaration\nint rv_good(void);\n```": "what is declared does not compile",
    "```c fragment\nrv_good(world);\n```": "the program does not compile",
    "```c piece\n```": "there are no blocks 'c piece'",
    "```\nabc\n```": "a block of ''",
    "```fortran\n```": "a block of 'fortran'",
    "```math\n\\lamda\n```": "unknown word \\lamda",
    "```math\n\\frac{a}{b\n```": "a bracket without its other half",
    "```math\n\\begin{aligned} a \\end{cases}\n```": "\\begin without its \\end",
    "```json\n{ \"reeve\": 1, }\n```": "is no JSON",
    "```json\n{ \"reeve\": 1, \"a\": \"wrong\" }\n```": "`reeve check` gives 2: wrong",
    "```json\n{ \"rate\": 1 }\n```": "no whole scene",
    "```json stop\n{ \"rate\": 1 }\n```": "defines no stop",
    "```json step\n{ \"rate\": 0 }\n```": "step.rate: exclusiveMinimum is 0",
    "```json step\n{ \"ratio\": 1 }\n```": "step.ratio: is no key of this",
    "```cmake\nproject(a C)\n```": "no program stands before",
    "```c\nint main(void) { return 0; }\n```\n```cmake\ncmake_minimum_required(VERSION 3.24)\nproject(a C)\n"
    "add_subdirectory(reeve)\nadd_executable(a main.c)\nnonsense()\n```": "Unknown CMake command \"nonsense\"",
}


def plant(top):
    for folder in ("include/reeve", "src/core", "docs", "scenes", "build/bin", "build/lib"):
        (top / folder).mkdir(parents=True)
    files = {"include/reeve/a.h": "enum { RV_GOOD = 0 };\nvoid rv_good(void);\n",
             "include/reeve/reeve.h": '#include "reeve/a.h"\ntypedef struct rv_world rv_world;\n'
                                      "void rv_world_use(rv_world* world, double number);\n",
             "src/core/b.h": "void rv_internal(void);\n", "scenes/good.json": "{}", "docs/a.png": "",
             "docs/scene.schema.json": SCHEMA, "README.md": "# Title\n[docs](docs/README.md)\n",
             "docs/README.md": "[clean](clean.md) [planted](planted.md)\n", "docs/clean.md": CLEAN,
             "docs/planted.md": "", "CMakePresets.json": '{ "name": "release" }', "build/bin/reeve": FAKE_COMMAND,
             "CMakeLists.txt": "option(REEVE_REAL)\n"}
    for path, text in files.items():
        (top / path).write_text(text)
    (top / "build/bin/reeve").chmod(0o755)
    shutil.copy("/bin/true", top / "run")
    subprocess.run(["ar", "rc", top / "build/lib/libreeve.a"], check=True)


def missed_alone(top, check):
    """Faults that are not of the text of docs/planted.md."""
    # what only docs/ may name
    (top / "README.md").write_text("[docs](docs/README.md) `rv_internal` and `rv_future` (planned)\n")
    if len(check(top, top / "build")) != 2:
        yield "internal and planned names in README.md"
    (top / "README.md").write_text("[docs](docs/README.md)\n")
    (top / "docs/lonely.md").write_text("# Nobody knows me\n")
    faults = check(top, top / "build")
    if len(faults) != 1 or "docs/lonely.md: no link leads to it" not in faults[0]:
        yield f"a document that no link leads to: reported {faults}"


def self_test(check):
    with tempfile.TemporaryDirectory() as name:
        top = Path(name)
        plant(top)
        unexpected = check(top, top / "build")
        (top / "docs/clean.md").write_text("")
        missed = []
        for text, words in PLANTED.items():
            (top / "docs/planted.md").write_text(text + "\n")
            faults = check(top, top / "build")
            if len(faults) != 1 or words not in faults[0]:
                missed.append(f"{text!r}: reported {faults}")
        (top / "docs/planted.md").write_text("")
        missed += missed_alone(top, check)
    for fault in unexpected:
        print(f"reported without reason: {fault}")
    for fault in missed:
        print(f"not found: {fault}")
    print(f"check-docs: {len(PLANTED) + 2 - len(missed)} of {len(PLANTED) + 2} planted faults found")
    return not unexpected and not missed
