"""Reads the public headers: what they declare, with the comments that stand by it.

The headers are written in one way (tools/format keeps it), so lines are enough to go by:
  // at the top            what the header is
  // ---- title ----       a section
  // and a blank line      a note about what follows
  /// before, ///< behind  the comment of one thing: a type, field, enumerator, function or macro
A struct whose comment says "Its fields are private." needs no comment of its fields."""
import re

PRIVATE = "Its fields are private."


class Item:
    """kind: section, note, macro, opaque, struct, enum, callback, function or constants."""

    def __init__(self, kind, name, where, text, code="", members=()):
        self.kind, self.name, self.where = kind, name, where
        self.text, self.code, self.members = text, code, list(members)


class Member:
    """A field (its names: one declaration may have several) or an enumerator."""

    def __init__(self, names, declaration, where, text):
        self.names, self.declaration, self.where, self.text = names, declaration, where, text


class Header:
    def __init__(self, name, about, items):
        self.name, self.about, self.items = name, about, items


def included(top):
    """The headers that reeve.h includes, in its order, then those that it does not."""
    folder = top / "include/reeve"
    order = re.findall(r'#include "reeve/(\w+)\.h"', (folder / "reeve.h").read_text())
    others = sorted(file.stem for file in folder.glob("*.h") if file.stem not in [*order, "reeve"])
    return order + others


def code_of(line):
    return re.sub(r"//.*", "", line).rstrip()


def remark_of(line):
    """The text of a comment, without its slashes."""
    return re.sub(r"^\s*//[/<]* ?", "", line)


def spaced(code):
    """A declaration in one line."""
    return re.sub(r"\s+", " ", code).strip()


# --- members --------------------------------------------------------------------------------------


def names_of(declaration):
    """double x, y -> x, y; void (*read)(void* c) -> read; double m[3][3] -> m"""
    pointer = re.match(r"[^(]*\(\*(\w+)\)", declaration)
    if pointer:
        return [pointer.group(1)]
    parts = re.sub(r"\[[^]]*\]", "", declaration).split(",")
    return [re.search(r"(\w+)\s*$", part).group(1) for part in parts]


def members_of(lines, end, where):
    """Members of a struct (each ends with ;) or an enum (with a comma, the last with nothing)."""
    header, number = where.split(":")
    members, text, code = [], [], ""

    def close():
        declaration = spaced(code)
        names = names_of(declaration) if end == ";" else [declaration.split(" ")[0]]
        members.append(Member(names, declaration, place, text))

    place = where
    for offset, line in enumerate(lines):
        before, comment, behind = line.partition("///<")
        before = code_of(before)
        if line.strip().startswith("///") and not comment:
            text = text + [remark_of(line)]
        elif comment and not before.strip() and not code:  # goes on behind the last member
            members[-1].text.append(behind.strip())
        elif before.strip():
            place = f"{header}:{int(number) + offset + 1}"
            code += " " + before
            if comment:
                text = text + [behind.strip()]
            if before.endswith(end):
                code = code.strip().removesuffix(end)
                close()
                text, code = [], ""
    if code.strip():
        close()
    return members


# --- statements -----------------------------------------------------------------------------------


def braces(lines):
    """Lines between the first { and the last }, of a struct or an enum."""
    if len(lines) == 1:
        return [re.search(r"\{(.*)\}", lines[0]).group(1)]
    return lines[1:-1]


def item_of(lines, text, where):
    first = lines[0]
    trailing = [remark_of("///<" + line.split("///<")[1]) for line in lines if "///<" in line]
    if match := re.match(r"typedef struct (\w+) \w+;", first):
        return Item("opaque", match.group(1), where, text, spaced(code_of(first)))
    if match := re.match(r"typedef struct (\w+) \{", first):
        return Item("struct", match.group(1), where, text, "", members_of(braces(lines), ";", where))
    if match := re.match(r"(?:typedef )?enum (\w+ )?\{", first):
        members = members_of(braces(lines), ",", where)
        if match.group(1):
            return Item("enum", match.group(1).strip(), where, text, "", members)
        return Item("constants", members[0].names[0], where, text, "", members)
    code = "\n".join(code_of(line) for line in lines)
    if first.startswith("static inline"):
        code = code[:code.index(" {")] + ";"
    if first.startswith("typedef"):
        return Item("callback", re.search(r"(\w+)\(", code).group(1), where, text, code)
    name = re.search(r"\b(rv_\w+)\(", code).group(1)
    return Item("function", name, where, text + trailing, code.removeprefix("RV_API "))


def is_whole(lines):
    code = "\n".join(code_of(line) for line in lines)
    if code.count("{") != code.count("}") or code.count("(") != code.count(")"):
        return False
    return code.endswith(";") or (lines[0].startswith("static inline") and code.endswith("}"))


class Reader:
    """Goes through the lines of a header and collects what they declare."""

    def __init__(self, name):
        self.name, self.about, self.items, self.faults = name, None, [], []
        self.text, self.note, self.statement, self.start = [], [], [], ""

    def close_note(self):
        """A paragraph of // is what the header is, if nothing stood before it, or a note."""
        if self.note and self.about is None:
            self.about = self.note
        elif self.note:
            self.items.append(Item("note", "", self.start, self.note))
        self.note = []

    def read(self, line, where):
        if self.statement:
            self.statement.append(line)
        elif re.match(r"///(?!<)", line):
            self.text.append(remark_of(line))
        elif match := re.match(r"// ---- (.*?) -+$", line):
            self.close_note()
            self.items.append(Item("section", match.group(1), where, []))
        elif line.startswith("//"):
            self.note.append(remark_of(line))
        else:
            self.close_note()
            self.read_code(line, where)
        if self.statement and is_whole(self.statement):
            self.items.append(item_of(self.statement, self.text, self.start))
            self.statement, self.text = [], []

    def read_code(self, line, where):
        self.about = self.about or []  # what the header is stands before everything else
        if match := re.match(r"#define (RV_\w+)(\(.*?\))?(?: (.*))?", line):
            if match.group(1) not in [item.name for item in self.items]:
                code = spaced(code_of(line))
                self.items.append(Item("macro", match.group(1), where, self.text, code))
            self.text = []
        elif line == "" and self.text:
            self.faults.append(f"{where}: a comment with /// that is of nothing")
            self.text = []
        elif line and not line.startswith("#") and line not in ('extern "C" {', "}"):
            self.statement, self.start = [line], where


def whole_lines(text):
    """Its lines with their numbers; one that goes on behind a backslash is one with the next."""
    begun = ""
    for number, line in enumerate(text.split("\n"), 1):
        line = f"{begun} {line.strip()}" if begun else line
        begun = line[:-1].rstrip() if line.endswith("\\") else ""
        if not begun:
            yield number, line


def read_header(top, name):
    """The header, and what is wrong with its comments."""
    path = f"include/reeve/{name}.h"
    reader = Reader(name)
    for number, line in whole_lines((top / path).read_text()):
        reader.read(line, f"{path}:{number}")
    header = Header(name, reader.about or [], reader.items)
    return header, reader.faults + list(missing(header, path))


def missing(header, path):
    if not header.about:
        yield f"{path}:1: does not say what it is"
    for item in header.items:
        if item.kind in ("section", "note"):
            continue
        if not item.text and item.kind != "constants":
            yield f"{item.where}: {item.name} has no comment"
        if PRIVATE in " ".join(item.text):
            continue
        for member in item.members:
            if not member.text and not (item.kind == "constants" and item.text):
                yield f"{member.where}: {', '.join(member.names)} has no comment"


def read_all(top):
    """Every header, and what is wrong with their comments."""
    headers, faults = [], []
    for name in included(top):
        header, found = read_header(top, name)
        headers.append(header)
        faults += found
    return headers, faults
