"""Writes the takes of the golden sessions, with the same bytes on every machine.

    python -B Recordings/generator FOLDER

FOLDER is Recordings or an empty folder. Needs mido 1.3.3, which Scripts/setup installs for the tests."""
import pathlib
import sys

import grids
import keys
import others
import pianos
import programs
import surfaces
import synths
import waltz

SESSIONS = keys.SESSIONS | surfaces.SESSIONS | others.SESSIONS | waltz.SESSIONS
SESSIONS |= grids.SESSIONS | pianos.SESSIONS | programs.SESSIONS | synths.SESSIONS


def main(folder):
    for name, make in SESSIONS.items():
        session = pathlib.Path(folder, name)
        session.mkdir(parents=True, exist_ok=True)
        make().save(session / "take.mid")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
