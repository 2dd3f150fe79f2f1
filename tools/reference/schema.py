"""The schema of scenes: what refers to what, which part of a scene is of which definition, and whether a
piece of JSON is as a definition says. Knows the words of JSON Schema that ours uses."""
import json
import re

OBJECTS = ["scene"]  # the root


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


TYPES = {"number": is_number, "integer": lambda v: is_number(v) and v == int(v),
         "string": lambda v: isinstance(v, str), "boolean": lambda v: isinstance(v, bool),
         "array": lambda v: isinstance(v, list), "object": lambda v: isinstance(v, dict)}


class Schema:
    def __init__(self, path):
        self.path = f"docs/{path.name}"
        self.definitions = json.loads(path.read_text())["$defs"]

    def resolved(self, node):
        while "$ref" in node:
            node = self.definitions[node["$ref"].split("/")[-1]]
        return node

    def is_only_true(self, node):
        """Given or not: there is no other value."""
        node = self.resolved(node)
        choices = node.get("oneOf", [node])
        return choices[0].get("const") is True

    def references(self, node):
        """Names of the definitions that a node names, directly or in its choices and items."""
        if isinstance(node, dict):
            if "$ref" in node:
                yield node["$ref"].split("/")[-1]
            for key, value in node.items():
                if key != "properties":
                    yield from self.references(value)
        elif isinstance(node, list):
            for value in node:
                yield from self.references(value)

    def users_of(self, name):
        """(definition, key) of everything that refers to a definition; a key of "" where it has none."""
        users = []
        for owner, definition in self.definitions.items():
            for key, node in definition.get("properties", {}).items():
                if name in self.references(node):
                    users.append((owner, key))
            if "properties" not in definition and name in self.references(definition):
                users.append((owner, ""))
        return users

    # --- pieces of scenes ---------------------------------------------------------------------------

    def instances(self, value, node=None):
        """(definition, value) of every object in a scene."""
        node = node or {"$ref": "#/$defs/" + OBJECTS[0]}
        definition = self.resolved(node)
        name = node.get("$ref", "").split("/")[-1]
        if "oneOf" in definition and "properties" not in definition:
            for choice in definition["oneOf"]:
                if self.fault(value, choice, "") is None:
                    yield from self.instances(value, choice)
        elif isinstance(value, dict) and "properties" in definition:
            yield name, value
            for key, inner in value.items():
                if key in definition["properties"]:
                    yield from self.instances(inner, definition["properties"][key])
        elif isinstance(value, dict):
            for inner in value.values():
                yield from self.instances(inner, definition.get("additionalProperties") or {"type": "number"})
        elif isinstance(value, list):
            for inner in value:
                yield from self.instances(inner, definition.get("items", {"type": "number"}))

    def fault(self, value, node, path):
        """The first thing that is wrong with a value; None if nothing is."""
        node = self.resolved(node)
        if "oneOf" in node:
            fit = [choice for choice in node["oneOf"] if self.fault(value, choice, path) is None]
            if len(fit) != 1:
                wanted = [choice["required"][0] for choice in node["oneOf"] if "required" in choice]
                return f"{path}: must have exactly one of {', '.join(wanted)}" if wanted else f"{path}: fits no choice"
        if "const" in node and value != node["const"]:
            return f"{path}: must be {json.dumps(node['const'])}"
        if "enum" in node and value not in node["enum"]:
            return f"{path}: must be one of {', '.join(map(str, node['enum']))}"
        if "type" in node and not TYPES[node["type"]](value):
            return f"{path}: must be of type {node['type']}"
        return self.fault_of_size(value, node, path) or self.fault_inside(value, node, path)

    def fault_of_size(self, value, node, path):
        size = value if is_number(value) else len(value) if isinstance(value, (str, list, dict)) else 0
        rules = {"minimum": size >= node.get("minimum", size), "maximum": size <= node.get("maximum", size),
                 "exclusiveMinimum": size > node.get("exclusiveMinimum", size - 1),
                 "exclusiveMaximum": size < node.get("exclusiveMaximum", size + 1)}
        if isinstance(value, (str, list, dict)):
            rules = {word + plural: (size >= node.get(word + plural, size) if word == "min"
                                     else size <= node.get(word + plural, size))
                     for word in ("min", "max") for plural in ("Length", "Items", "Properties")}
        if "pattern" in node and isinstance(value, str):
            rules["pattern"] = re.search(node["pattern"], value) is not None
        broken = [f"{rule} is {node.get(rule)}" for rule, holds in rules.items() if not holds]
        return f"{path}: {broken[0]}" if broken else None

    def fault_inside(self, value, node, path):
        if isinstance(value, dict):
            for key in node.get("required", []):
                if key not in value:
                    return f"{path}: must have {key}"
            known, others = node.get("properties", {}), node.get("additionalProperties", True)
            for key, inner in value.items():
                if key not in known and others is False:
                    return f"{path}.{key}: is no key of this"
                rule = known.get(key, others if isinstance(others, dict) else {})
                fault = self.fault(inner, rule, f"{path}.{key}")
                if fault:
                    return fault
        if isinstance(value, list) and "items" in node:
            for i, inner in enumerate(value):
                fault = self.fault(inner, node["items"], f"{path}[{i}]")
                if fault:
                    return fault
        return None
