"""The API reference, docs/api/: a page for each public header, and README.md with what the pages are
about and an index of all names. Names in comments become links to where they are documented."""
import re
import textwrap

from headers import PRIVATE, read_all

WIDTH = 110
MADE = "<!-- made by tools/make-reference from include/reeve/{}: change that and run it again -->\n"
# types that every other line has: a link to them would be noise
PLAIN = re.compile(r"rv_(world|vec3|quat|mat3|pose|\w+_id)$")
TITLES = {"types": "Types", "opaque": "Types", "struct": "Types", "enum": "Types", "callback": "Types",
          "constants": "Constants", "macro": "Constants", "function": "Functions"}


def wrapped(text, first="", rest=""):
    """A paragraph in lines of WIDTH; a code span or a link stays whole."""
    kept = re.sub(r"`[^`]*`|\[[^]]*\]\([^)]*\)", lambda m: m.group(0).replace(" ", "\0"), text)
    lines = textwrap.wrap(kept, WIDTH, initial_indent=first, subsequent_indent=rest,
                          break_long_words=False, break_on_hyphens=False)
    return "\n".join(lines).replace("\0", " ")


class Places:
    """Where each name is documented: name -> (page, anchor)."""

    def __init__(self, headers):
        self.of = {}
        for header in headers:
            for item in header.items:
                if item.kind in ("section", "note"):
                    continue
                self.of[item.name] = (header.name, item.name.lower())
                if item.kind in ("enum", "constants"):
                    for member in item.members:
                        self.of[member.names[0]] = (header.name, item.name.lower())
        self.pages = {header.name for header in headers}

    def link(self, name, page, here=None, shown=None):
        """The name as code, and as a link if it is documented elsewhere than at `here`."""
        shown = f"`{shown or name}`"
        if name not in self.of or (self.of[name][1] == here and self.of[name][0] == page):
            return shown
        there, anchor = self.of[name]
        return f"[{shown}]({'' if there == page else there + '.md'}#{anchor})"

    def linked(self, text, page, here=None):
        """A comment as Markdown: names become links, what Markdown would take for its own is escaped."""
        def prose(piece):
            piece = re.sub(r"\*(?=\S)|(?<=\S)\*", r"\\*", piece)
            piece = re.sub(r"<(?=[a-zA-Z/])", r"\\<", piece)
            piece = re.sub(r"\bdocs/(\w+)\.md\b", r"[docs/\1.md](../\1.md)", piece)
            piece = re.sub(r"\breeve/(\w+)\.h\b", self.header_link, piece)
            return re.sub(r"\b((?:rv|RV)_\w*[a-zA-Z0-9])((?:\.\w+)*(?:\(\))?)",
                          lambda m: self.link(m.group(1), page, here, m.group(0)), piece)

        def code(span):
            name = re.match(r"`((?:rv|RV)_\w+)", span)
            return self.link(name.group(1), page, here, span.strip("`")) if name else span

        pieces = re.split(r"(`[^`]*`)", text)
        return "".join(code(p) if p.startswith("`") else prose(p) for p in pieces)

    def header_link(self, match):
        return f"[{match.group(0)}]({match.group(1)}.md)" if match.group(1) in self.pages else match.group(0)


# --- one page -------------------------------------------------------------------------------------


class Page:
    def __init__(self, header, places):
        self.header, self.places = header, places

    def text(self, lines, here=None):
        """Paragraphs: an empty line parts them, an indented one is shown as it is."""
        out, run = [], []
        for line in [*lines, ""]:
            if line.startswith("    "):
                if run:
                    out.append(self.prose(run, here))
                    run = []
                if out and out[-1].startswith("    "):
                    out[-1] += "\n" + line
                else:
                    out.append(line)
            elif line:
                run.append(line)
            elif run:
                out.append(self.prose(run, here))
                run = []
        return "\n\n".join(out)

    def prose(self, lines, here):
        return wrapped(self.places.linked(" ".join(lines), self.header.name, here))

    def member(self, member, here, is_field):
        text = self.places.linked(" ".join(member.text), self.header.name, here)
        shown = f"`{member.declaration}`"
        used = re.match(r"(?:const )?(rv_\w+)", member.declaration)
        if is_field and used and not PLAIN.match(used.group(1)) and "(*" not in member.declaration:
            kind, rest = re.match(r"((?:const )?rv_\w+\**) (.*)", member.declaration).groups()
            shown = f"{self.places.link(used.group(1), self.header.name, None, kind)} `{rest}`"
        return wrapped(f"{shown}: {text}", "- ", "  ")

    def item(self, item):
        if item.kind == "section":
            return f"## {item.name[0].upper()}{item.name[1:]}"
        if item.kind == "note":
            return self.text(item.text)
        out = [f"### {item.name}"]
        if item.kind == "constants":
            out.append(", ".join(f"`{m.declaration}`" for m in item.members))
        elif item.kind == "macro":
            out.append(f"`{item.code}`")
        elif item.code:
            out.append(f"```c declaration\n{item.code}\n```")
        out.append(self.text(item.text, item.name.lower()))
        if item.members and item.kind != "constants" and PRIVATE not in " ".join(item.text):
            shown = [self.member(m, item.name.lower(), item.kind == "struct") for m in item.members]
            out.append("\n".join(shown))
        out.append(self.types_of(item))
        return "\n\n".join(part for part in out if part)

    def types_of(self, item):
        """Links to the types of a function's signature: those that say what to give and what comes."""
        if item.kind not in ("function", "callback"):
            return ""
        names = dict.fromkeys(re.findall(r"\brv_\w+", item.code))
        names = [n for n in names if n != item.name and n in self.places.of and not PLAIN.match(n)
                 and n not in " ".join(item.text)]
        return "See " + ", ".join(self.places.link(n, self.header.name) for n in names) + "." if names else ""

    def contents(self):
        out = []
        for title in ("Types", "Constants", "Functions"):
            names = [i.name for i in self.header.items if TITLES.get(i.kind) == title]
            if names:
                links = ", ".join(f"[{name}](#{name.lower()})" for name in names)
                out.append(wrapped(f"**{title}**: {links}"))
        return "\n\n".join(out)

    def whole(self):
        name = self.header.name
        parts = [MADE.format(name + ".h") + f"# reeve/{name}.h", self.text(self.header.about),
                 "[All headers and names](README.md)", self.contents()]
        if self.header.items[0].kind != "section":
            parts.append("## Reference")
        parts += [self.item(item) for item in self.header.items]
        return "\n\n".join(parts) + "\n"


# --- contents and index ---------------------------------------------------------------------------


def first_sentence(header):
    """What a header is about, in a few words: up to the first full stop."""
    text = " ".join(header.about)
    return text[:text.index(". ") + 1] if ". " in text else text


def index_page(headers, places):
    out = [MADE.format("*.h") + "# API reference",
           wrapped("Every public type, field, enumerator, function and macro, from the comments of the headers. "
                   "`#include <reeve/reeve.h>` has all of them but the viewer, which is a library of its own. "
                   "How things work together is told by [the manual](../README.md). [Index](#index) of all names."),
           "Units are SI, angles radians, z is up. A definition (`..._def`) is started from its default. A call that "
           "refuses its input changes nothing and says why in " + places.link("rv_world_error", "", None,
                                                                             "rv_world_error()") + "."]
    out[2] = wrapped(out[2])
    rows = [f"| [reeve/{h.name}.h]({h.name}.md) | {places.linked(first_sentence(h), '')} |" for h in headers]
    out.append("\n".join(["| header | |", "|---|---|", *rows]))
    out.append("## Index")
    groups = {}
    for name in sorted(places.of, key=str.lower):
        groups.setdefault(name.split("_")[1].lower(), []).append(places.link(name, ""))
    out += [wrapped(f"**{word}**: {', '.join(links)}") for word, links in sorted(groups.items())]
    return "\n\n".join(out) + "\n"


def make(top):
    """({path: text} of the pages, what is wrong with the headers)"""
    headers, faults = read_all(top)
    places = Places(headers)
    pages = {f"docs/api/{h.name}.md": Page(h, places).whole() for h in headers}
    pages["docs/api/README.md"] = index_page(headers, places)
    return pages, faults
