"""Turns links between the files of guides into links between the pages of the documentation site, and sorts its index.

    python3 -B Scripts/site.py SITE

A guide links to another one as [Title](Other.md), or as [Title](../../Module/Module.docc/Other.md#heading). DocC takes such
a link for an address. Fails if a page doesn't exist."""
import json
import pathlib
import re
import sys

GUIDE = re.compile(r"(?:\.\./\.\./\w+/(\w+)\.docc/)?(\w+)\.md(?:#(.+))?")


def anchors(value):
    """Yields the anchors of the headings in a page."""
    if isinstance(value, dict):
        if value.get("type") == "heading" and "anchor" in value:
            yield value["anchor"]
        value = list(value.values())
    if isinstance(value, list):
        for part in value:
            yield from anchors(part)


def address(site, module, name, heading):
    """Returns the address of a guide on the site."""
    module, name = module.lower(), name.lower()
    place = f"documentation/{module}" if name == module else f"documentation/{module}/{name}"
    data = site / "data" / f"{place}.json"
    if not data.exists():
        sys.exit(f"site.py: no page {place}")
    if not heading:
        return f"/{place}"
    # A forge writes anchors in lower case, and DocC keeps the case of the heading.
    for anchor in anchors(json.loads(data.read_text())):
        if re.sub(r"[^\w-]", "", anchor.lower()) == heading:
            return f"/{place}#{anchor}"
    sys.exit(f"site.py: no heading {heading} on page {place}")


def sort_index(path):
    index = json.loads(path.read_text())
    index.get("includedArchiveIdentifiers", []).sort()
    for roots in index["interfaceLanguages"].values():
        for root in roots:
            root.get("children", []).sort(key=lambda page: page.get("title", ""))
    path.write_text(json.dumps(index, sort_keys=True))


def main(site):
    sort_index(site / "index/index.json")
    pages = site / "data" / "documentation"
    for path in sorted(pages.rglob("*.json")):
        module = path.relative_to(pages).parts[0].removesuffix(".json")
        page = json.loads(path.read_text())
        is_changed = False
        for reference in page.get("references", {}).values():
            match = GUIDE.fullmatch(reference.get("url", "")) if reference.get("type") == "link" else None
            if match:
                reference["url"] = address(site, match[1] or module, match[2], match[3])
                is_changed = True
        if is_changed:
            path.write_text(json.dumps(page, indent=2, sort_keys=True))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(pathlib.Path(sys.argv[1]))
