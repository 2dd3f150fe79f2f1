"""Blocks of C and of CMake: every ```c block is a program that is compiled with the built library and run;
what a ```text block right after it says is what it prints, where a line of three dots stands for any lines.
Other kinds:
  ```c declaration  repeats what a public header declares: compiled behind the headers
  ```c fragment     statements of a function that has a world: compiled, not run
  ```cpp            a program in C++
  ```cmake          a whole CMakeLists.txt: its sources are the nearest program before it; configured and built
                    against the installed package (with add_subdirectory of the repository: configured)"""
import os
import re

from documents import run

WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"]
COMPILERS = {"c": ["gcc", "-std=c17"], "cpp": ["g++", "-std=c++17"]}
FRAGMENT = """#include <reeve/reeve.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
void fragment(rv_world* world, double dt);
void fragment(rv_world* world, double dt) {
(void)world, (void)dt;
%s}
"""


def libraries_of(build, text):
    """What a program is linked with: the viewer's library if it asks for its header."""
    libraries = [f"{build}/lib/libreeve.a", "-lamd", "-lsuitesparseconfig", "-lpthread", "-lm"]
    if "reeve/viewer.h" in text:
        return [f"{build}/lib/libreeve_view.a", "-lmicrohttpd", "-lwslay", "-lnettle", "-lpng", *libraries]
    return libraries


def compile_only(top, folder, text):
    """What is wrong with a source that is not to be run; None: nothing."""
    (folder / "example.c").write_text(text)
    answer = run([*COMPILERS["c"], *WARNINGS, "-Wno-unused-variable", "-Wno-unused-but-set-variable",
                  f"-I{top}/include", "-fsyntax-only", "example.c"], cwd=folder)
    return f"does not compile:\n{answer.stderr.strip()}" if answer.returncode != 0 else None


def build_and_run(top, build, folder, block):
    """What is wrong with a program (None: nothing) and what it prints."""
    source = f"example.{block.language}"
    (folder / source).write_text(block.text)
    answer = run([*COMPILERS[block.language], *WARNINGS, f"-I{top}/include", "-o", "example", source,
                  *libraries_of(build, block.text)], cwd=folder)
    if answer.returncode != 0:
        return f"does not build:\n{answer.stderr.strip()}", ""
    answer = run(["./example"], cwd=folder)
    if answer.returncode != 0:
        return f"gives {answer.returncode}: {answer.stderr.strip()}", ""
    return None, answer.stdout


def is_as_told(printed, told):
    """A line of three dots stands for any lines."""
    pattern = "".join("(?:.*\n)*" if line == "..." else re.escape(line) + "\n" for line in told.split("\n")[:-1])
    return re.fullmatch(pattern, printed) is not None


def check_program(site, folder, block, told):
    """`told`: what it must print; None: anything."""
    if block.kind == "fragment":
        fault = compile_only(site.top, folder, FRAGMENT % block.text)
    else:
        fault, printed = build_and_run(site.top, site.build, folder, block)
        if fault is None and told is not None and not is_as_told(printed, told):
            fault = f"prints\n{printed.rstrip()}"
    return [f"{block.where}: the program {fault}"] if fault else []


def check_declarations(site, folder, document, blocks):
    """All of one document at once: a declaration may be repeated, if it is the same."""
    text = "#include <reeve/reeve.h>\n"
    if (site.top / "include/reeve/viewer.h").exists():
        text += "#include <reeve/viewer.h>\n"
    for block in blocks:
        line = block.where.split(":")[1]
        text += f'#line {int(line) + 1} "{document}"\n{block.text}'
    fault = compile_only(site.top, folder, text)
    return [f"{document}: what is declared {fault}"] if fault else []


# --- CMake ----------------------------------------------------------------------------------------


def put_sources(folder, text, program):
    """The sources that a CMakeLists.txt names are the program before it."""
    for name in re.findall(r"[\w-]+\.(?:c|cpp)\b", text):
        if program is not None and not (folder / name).exists():
            (folder / name).write_text(program.text)


def check_cmake(site, folder, block, program):
    if program is None:
        return [f"{block.where}: no program stands before this CMakeLists.txt"]
    (folder / "CMakeLists.txt").write_text(block.text)
    put_sources(folder, block.text, program)
    within = re.findall(r"add_subdirectory\(([\w./-]+)", block.text)
    for name in within:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).symlink_to(site.top)
    environment = dict(os.environ, CMAKE_PREFIX_PATH="" if within else str(site.prefix()))
    steps = [["cmake", "-S", ".", "-B", "build", "-Wno-dev"], ["cmake", "--build", "build"]]
    for step in steps[:1] if within else steps:
        answer = run(step, cwd=folder, env=environment)
        if answer.returncode != 0:
            said = (answer.stderr + answer.stdout).strip()
            return [f"{block.where}: `{' '.join(step[:2])}` gives {answer.returncode}:\n{said}"]
    return []
