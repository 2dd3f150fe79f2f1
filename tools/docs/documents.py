"""The documents: their lines, blocks and headings, and how programs are run to check them."""
import re
import subprocess

DOCUMENTS = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "docs/**/*.md"]
SECONDS = 120  # that one command or program may take
FENCE = re.compile(r"^\s*```(.*)$")


class Line:
    """A line of a document: its number, its text, what the fence says of the block it stands in ("" for a
    block without a language, None for prose), and whether it may name what is planned."""

    def __init__(self, document, number, text, block, planned):
        self.document, self.number, self.text = document, number, text
        self.block, self.planned = block, planned
        self.where = f"{document}:{number}"


class Block:
    """Lines between two fences. The first word of the opening fence is the language, the rest its kind."""

    def __init__(self, first):
        self.document, self.where, self.planned = first.document, first.where, first.planned
        self.language, _, self.kind = first.block.partition(" ")
        self.lines, self.text = [], ""

    def add(self, line):
        self.lines.append(line)
        self.text += line.text + "\n"


def documents_of(top):
    return sorted(str(file.relative_to(top)) for pattern in DOCUMENTS for file in top.glob(pattern))


def lines_of(top, document):
    """Prose and what stands in blocks; the fences themselves are left out."""
    block, planned_section = None, False
    for number, text in enumerate((top / document).read_text().split("\n"), 1):
        fence = FENCE.match(text)
        if fence:
            block = fence.group(1).strip() if block is None else None
            if block is not None:  # a block without a line has a fence to be checked, too
                yield Line(document, number, "", block, planned_section)
            continue
        if block is None and text.startswith("#"):
            planned_section = text.rstrip().endswith("(planned)")
        may_plan = document.startswith("docs/")
        planned = may_plan and (planned_section or text.rstrip().endswith("(planned)"))
        yield Line(document, number, text, block, planned)


def blocks_of(lines):
    """Every block, in order. The line of its opening fence is not part of it."""
    blocks, previous = [], None
    for line in lines:
        if line.block is not None:
            opens = previous is None or previous.block is None or previous.document != line.document
            if opens or previous.number != line.number - 1:
                blocks.append(Block(line))
            else:
                blocks[-1].add(line)
        previous = line
    return blocks


def run(arguments, **options):
    try:
        return subprocess.run(arguments, capture_output=True, text=True, timeout=SECONDS, **options)
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(arguments, 124, "", f"not done after {SECONDS} s")
