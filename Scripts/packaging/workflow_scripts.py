"""Writes the shell commands of workflows and Actions to files, for shellcheck.

    workflow_scripts.py FOLDER FILE...

The file of a step is FOLDER/FILE-JOB-INDEX.sh.
"""

import pathlib
import re
import sys

from ruamel.yaml import YAML

folder = pathlib.Path(sys.argv[1])
for file in map(pathlib.Path, sys.argv[2:]):
    document = YAML(typ="safe").load(file)
    jobs = document.get("jobs") or {"action": document["runs"]}
    for name, job in jobs.items():
        for index, step in enumerate(job["steps"]):
            if "run" in step:
                # GitHub replaces expressions before the shell runs.
                commands = re.sub(r"\$\{\{.*?\}\}", "expression", step["run"])
                script = folder / f"{file.stem}-{name}-{index}.sh"
                script.write_text(f"#!/usr/bin/env bash\nset -eo pipefail\n{commands}\n")
