"""Validates YAML files with a JSON Schema: validate.py SCHEMA FILE...; prints a line for each file that is not valid."""

import json
import re
import sys

import yaml
from jsonschema import Draft202012Validator


class CoreLoader(yaml.SafeLoader):
    """Reads truth values and dates as YAML 1.2's core schema does: `on` and `no` are texts."""


CoreLoader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in rows if not tag.endswith((":timestamp", ":bool"))]
    for first, rows in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
CoreLoader.add_implicit_resolver(
    "tag:yaml.org,2002:bool", re.compile("^(true|True|TRUE|false|False|FALSE)$"), list("tTfF")
)

with open(sys.argv[1], encoding="utf-8") as file:
    schema = json.load(file)
Draft202012Validator.check_schema(schema)
validator = Draft202012Validator(schema)
for name in sys.argv[2:]:
    with open(name, encoding="utf-8") as file:
        problems = list(validator.iter_errors(yaml.load(file, CoreLoader)))
    if problems:
        print(f"{name}: {problems[0].json_path}: {problems[0].message[:400]}")
