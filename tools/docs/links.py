"""Whether links lead somewhere: to files, to headings, to pictures; and whether every document of docs/ can
be reached from README.md or docs/README.md. What is on other machines is not looked at."""
import os
import re

LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)")
PICTURE = re.compile(r"<img\b[^>]*\bsrc=[\"']([^\"']+)")


def prose_of(lines, document):
    """Lines outside of blocks; what stands in a code span is no link."""
    for line in lines:
        if line.document == document and line.block is None:
            yield line, re.sub(r"`[^`]*`", "code", line.text)


def anchors_of(lines, document):
    """The anchors that GitHub makes of the headings of a document."""
    found, count = set(), {}
    for line in lines:
        heading = re.match(r"#{1,6} +(.*?)\s*#*$", line.text) if line.document == document else None
        if not heading or line.block is not None:
            continue
        text = LINK.sub(r"\2", heading.group(1)).lower()
        slug = re.sub(r"[^\w\- ]", "", text).replace(" ", "-")
        found.add(slug if slug not in count else f"{slug}-{count[slug]}")
        count[slug] = count.get(slug, 0) + 1
    return found


def targets_of(lines, document):
    """(line, is it a picture, path from the top, anchor) of every link that stays in the repository."""
    for line, text in prose_of(lines, document):
        found = [(mark == "!", target) for mark, _, target in LINK.findall(text)]
        found += [(True, target) for target in PICTURE.findall(text)]
        for is_picture, target in found:
            if re.match(r"[a-z]+:", target):
                continue
            path, _, anchor = target.partition("#")
            there = os.path.normpath(os.path.join(os.path.dirname(document), path)) if path else document
            yield line, is_picture, there, anchor


def check_links(top, lines, documents):
    anchors = {document: anchors_of(lines, document) for document in documents}
    leads_to = {document: set() for document in documents}
    for document in documents:
        for line, is_picture, path, anchor in targets_of(lines, document):
            leads_to[document].add(path)
            if not (top / path).exists():
                yield f"{line.where}: {'the picture' if is_picture else 'the link to'} {path} does not exist"
            elif anchor and path in anchors and anchor not in anchors[path]:
                yield f"{line.where}: {path} has no heading #{anchor}"
    yield from check_reach(documents, leads_to)


def check_reach(documents, leads_to):
    reached, left = set(), ["README.md", "docs/README.md"]
    while left:
        document = left.pop()
        if document not in reached:
            reached.add(document)
            left += [path for path in leads_to.get(document, ()) if path in leads_to]
    for document in documents:
        if document.startswith("docs/") and document not in reached:
            yield f"{document}: no link leads to it from README.md or docs/README.md"
