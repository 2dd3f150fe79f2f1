"""The scene reference, docs/scene-reference.md, from docs/scene.schema.json: every object with its keys,
what they may be, in what unit and range, and what they are if left out. An example of each object is
taken from the guide docs/scenes.md, or from the gallery where the guide has none."""
import json
import re

from api import wrapped
from schema import OBJECTS, Schema

MADE = "<!-- made by tools/make-reference from docs/scene.schema.json: change that and run it again -->\n"
EXAMPLE_LENGTH = 200  # characters: what is longer is better read in its scene

# what the small definitions are called in a sentence; all others have a section of their own
WORDS = {"vector": "`[x, y, z]`", "number": "number", "positive": "number > 0", "not_negative": "number >= 0",
         "positive_or_infinite": 'number > 0 or `"infinite"`',
         "not_negative_or_infinite": 'number >= 0 or `"infinite"`', "text": "text", "name": "[name](scenes.md#names)"}


def number(value):
    """1e9 rather than 1000000000"""
    if isinstance(value, float) or abs(value) >= 1e6:
        return f"{value:g}".replace("e+0", "e").replace("e-0", "e-")
    return str(value)


def bounds(node):
    """A range in words: in [0, 1], > 0, >= 1"""
    low, high = node.get("minimum"), node.get("maximum")
    above, below = node.get("exclusiveMinimum"), node.get("exclusiveMaximum")
    left = f"({number(above)}" if above is not None else f"[{number(low)}" if low is not None else None
    right = f"{number(below)})" if below is not None else f"{number(high)}]" if high is not None else None
    if low is not None and low == high:
        return f" {number(low)}"
    if left and right:
        return f" in {left}, {right}"
    return f" > {number(above)}" if above is not None else f" >= {number(low)}" if left else ""


def count(node):
    """How long a list is, in words."""
    least, most = node.get("minItems", 0), node.get("maxItems")
    if most is None:
        return f", {least} or more" if least > 0 else ""
    if least == most:
        return f", {least} of them"
    return f", {least} to {most}" if least > 0 else f", up to {most}"


def kind(node):
    """What a value may be, in words."""
    if "$ref" in node:
        name = node["$ref"].split("/")[-1]
        return WORDS.get(name, f"[{name}](#{name})")
    if "const" in node:
        return f"`{json.dumps(node['const'])}`"
    if "enum" in node:
        return ", ".join(f'`"{word}"`' for word in node["enum"])
    if "oneOf" in node:
        words = [kind(choice) for choice in node["oneOf"]]
        return ", ".join(words[:-1]).replace(" or `false`", ", `false`") + " or " + words[-1]
    if node["type"] == "boolean":
        return "`true` or `false`"
    if node["type"] == "array":
        return f"list of {kind(node['items'])}{count(node)}"
    if node["type"] == "object":
        return f"{kind(node['additionalProperties'])} by name"
    return node["type"] + bounds(node)


# --- what the schema must say ---------------------------------------------------------------------


def faults_of(schema):
    """A key needs a sentence beside its unit, and if it may be left out, what it is then."""
    for name, definition in schema.definitions.items():
        if name not in WORDS and "description" not in definition:
            yield f"{schema.path}: {name} has no description"
        needed = definition.get("required", [])
        one_of = [key for choice in definition.get("oneOf", []) for key in choice.get("required", [])]
        for key, node in definition.get("properties", {}).items():
            text = node.get("description", "")
            said = re.sub(r"\[[^]]*\]|\bdefault\b[^;.]*", "", text, flags=re.I)
            if not re.search(r"\w", said):
                yield f"{schema.path}: {name}.{key} is not described: '{text}'"
            is_list = schema.resolved(node).get("type") in ("array", "object") and "default" not in text
            of_objects = is_list and schema.resolved(node) != schema.definitions.get("vector")
            if key in needed or key in one_of or of_objects or schema.is_only_true(node):
                continue
            if not re.search(r"\bdefault\b|must have", text, re.I):
                yield f"{schema.path}: {name}.{key} does not say its default"


# --- the page -------------------------------------------------------------------------------------


def compact(value):
    """JSON in one line, as scenes are written: { "a": [1, 2] }"""
    if isinstance(value, dict):
        return "{ " + ", ".join(f'"{k}": {compact(v)}' for k, v in value.items()) + " }" if value else "{ }"
    if isinstance(value, list):
        return "[" + ", ".join(compact(v) for v in value) + "]"
    return json.dumps(value, ensure_ascii=False)


def example(instances):
    """The one with most keys that is short enough; of these the first."""
    best = None
    for source, value in instances:
        text = compact(value)
        if len(text) <= EXAMPLE_LENGTH and value and (best is None or len(value) > best[0]):
            best = (len(value), source, text)
    return best


def examples(top, schema):
    """{definition: (keys, source, text)}, from the guide before the gallery."""
    guide = (top / "docs/scenes.md").read_text()
    blocks = [json.loads(text) for text in re.findall(r"^```json\n(.*?)^```", guide, re.M | re.S)]
    found = {}
    for scenes in ([("scenes.md", block) for block in blocks if "reeve" in block],
                   [(f"../scenes/{file.name}", json.loads(file.read_text()))
                    for file in sorted((top / "scenes").glob("*.json"))]):
        instances = {}
        for source, scene in scenes:
            for name, value in schema.instances(scene):
                instances.setdefault(name, []).append((source, value))
        for name, values in instances.items():
            if name not in found and example(values):
                found[name] = example(values)
    return found


def key_line(key, node, needed):
    text = re.sub(r"'([\w.\[\]*]+)'", r"`\1`", node["description"])
    required = ", required" if key in needed else ""
    return wrapped(f"`{key}`: {kind(node)}{required}. {text}", "- ", "  ")


def first_sentence(definition):
    return re.split(r"\. (?=[A-Z])", definition["description"])[0].rstrip(".")


def section(schema, name, shown):
    definition = schema.definitions[name]
    out = [f"## {name}", wrapped(definition["description"])]
    users = schema.users_of(name)
    if users:
        links = ", ".join(f"[{owner}](#{owner}) `{key}`" if key else f"[{owner}](#{owner})" for owner, key in users)
        out.append(wrapped(f"In {links}."))
    if "properties" in definition:
        needed = definition.get("required", [])
        out.append("\n".join(key_line(k, n, needed) for k, n in definition["properties"].items()))
    elif "description" in definition:
        plain = {k: v for k, v in definition.items() if k != "description"}
        if name == "inertia":
            plain = {"oneOf": [dict(choice, type="array", minItems=3, maxItems=3) for choice in plain["oneOf"]]}
        out.append(wrapped(f"May be: {kind(plain)}."))
    if name in shown and name != OBJECTS[0]:
        _, source, text = shown[name]
        label = source.split("/")[-1]
        out.append(f"From [{label}]({source}):\n\n```json {name}\n{text}\n```")
    return "\n\n".join(out)


def make(top):
    """({path: text}, what is wrong with the schema)"""
    schema = Schema(top / "docs/scene.schema.json")
    faults = list(faults_of(schema))
    if faults:
        return {}, faults
    shown = examples(top, schema)
    names = [name for name in schema.definitions if name not in WORDS]
    parts = [MADE + "# Scene reference",
             wrapped("Every object of a scene file and every key, from [scene.schema.json](scene.schema.json). "
                     "[scenes.md](scenes.md) is the guide, with scenes that run; it also tells what "
                     "[scripts and controls](scenes.md#script-and-controls) can drive and what "
                     "[probes](scenes.md#probes) can read."),
             wrapped("Units are SI, angles radians, z is up, quaternions have w first. A number is at most 1e15 in "
                     "size, a text has 1 to 400 bytes. A key that is not listed is an error. What `reeve check` "
                     "knows beyond this page: names, references, and what goes together.")]
    contents = [f"- [{name}](#{name}): {first_sentence(schema.definitions[name])}"
                for name in names]
    parts.append("## Contents\n\n" + "\n".join(wrapped(line, "", "  ") for line in contents))
    parts += [section(schema, name, shown) for name in names]
    return {"docs/scene-reference.md": "\n\n".join(parts) + "\n"}, faults
