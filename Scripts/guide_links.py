"""Finds links and pictures in the guides that lead nowhere on a forge, such as GitHub.

    python3 -B Scripts/guide_links.py

Prints each with its file and line, and exits with 1 if there is any. A forge shows a guide as a file: it resolves a link
from the guide's folder, and doesn't know DocC's links <doc:NAME>. DocC finds a picture by its file name only. Addresses of
other sites aren't opened."""
import pathlib
import re
import sys
import urllib.parse

PROJECT = pathlib.Path(__file__).resolve().parent.parent
GUIDES = [PROJECT / name for name in ("README.md", "CONTRIBUTING.md", "Recordings/README.md")]
GUIDES += sorted(PROJECT.glob("Sources/*/*.docc/*.md"))
# A link or a picture with its target, the target of a link's definition, or a link of DocC.
LINK = re.compile(r"(!?)\[[^\]]*\]\(([^)\s]+)(?: \"[^\"]*\")?\)|^\[[^\]]+\]: (\S+)|<(doc:[^>]+)>|\((doc:[^)]+)\)", re.MULTILINE)

FENCED = re.compile(r"^(`{3,})[^\n]*\n.*?^\1`*$", re.MULTILINE | re.DOTALL)


def blank(match):
    """Returns a text of the same length and lines without other characters."""
    return re.sub(r"[^\n]", " ", match[0])


def without_code(text):
    """Returns a text whose code blocks and code spans are blank."""
    return re.sub(r"(?<!`)(`+)(?!`)(?:(?!\n\n).)+?(?<!`)\1(?!`)", blank, FENCED.sub(blank, text), flags=re.DOTALL)


def anchors(guide):
    """Returns the anchors that a forge gives to the headings of a guide."""
    text = FENCED.sub(blank, guide.read_text())
    found = set()
    for heading in re.findall(r"^#{1,6} +(.+?) *#*$", text, re.MULTILINE):
        name = re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        number = 0
        while (anchor := f"{name}-{number}" if number else name) in found:
            number += 1
        found.add(anchor)
    return found


def fault(guide, target, is_picture):
    """Returns why a link or picture is dead, or None."""
    if target.startswith("doc:"):
        return "is a link of DocC, which a forge doesn't know"
    parts = urllib.parse.urlsplit(target)
    if parts.scheme:
        return None
    path = (guide.parent / urllib.parse.unquote(parts.path)).resolve() if parts.path else guide
    if not path.is_relative_to(PROJECT):
        return "is outside the project"
    if not path.exists():
        return "doesn't exist"
    if is_picture:
        in_catalog = guide.parent.suffix == ".docc"
        return "isn't in the guide's folder, where DocC and a forge find it" if in_catalog and "/" in target else None
    if parts.fragment and (path.suffix != ".md" or parts.fragment not in anchors(path)):
        return "has no such heading"
    return None


def faults(guide):
    """Yields the line, the target, and the fault of each dead link and picture of a guide."""
    text = without_code(guide.read_text())
    for link in LINK.finditer(text):
        target = next(filter(None, link.groups()[1:]))
        if reason := fault(guide, target, link[1] == "!"):
            yield text.count("\n", 0, link.start()) + 1, target, reason


def main():
    found = [(guide, *place) for guide in GUIDES for place in faults(guide)]
    for guide, line, target, reason in found:
        print(f"{guide.relative_to(PROJECT)}:{line}: {target} {reason}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
