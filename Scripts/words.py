"""Finds words and options in guides, help, messages, and pages that midirec doesn't use.

    python3 -B Scripts/words.py

Prints each with its file and line and the word to write, and exits with 1 if there is any. One thing has one word: a MIDI
file is a take, and a folder with accepted results is a session. An option must exist, and after `midirec COMMAND` that
command must have it, according to Options.md."""
import re
import sys

from guide_links import GUIDES, PROJECT, without_code

# The tables of users' catalogs and the users' choices of ports keep the words of their first version.
STORED = {"CatalogFont.swift", "CatalogDatabase+Tables.swift", "EndpointPreferences+Codable.swift"}
OPTIONS_GUIDE = PROJECT / "Sources/midirec/midirec.docc/Options.md"

# The words before the noun "recording", and the verb's neighbors.
NOUN = r"\b(?:[Tt]he|[Aa]|[Ii]ts|one|[Ee]ach|[Nn]o|[Tt]his|whose|[Aa]ctual|[Ee]xpected|same|whole)\s+recording\b"
VERB = r"(?<!by )(?<!ile )(?<!still )[Rr]ecording\b(?!\W+(?:(?:Test )?Takes|and [Pp]laying|continues|into|resumed|starts|to)\b)"

# Words for something that has a different word, and what to write.
WORDS = [
    (rf"(?<![.\w/-])(?:recordings\b|{NOUN}|{VERB})", 'write "take", or "performance" if it follows a score'),
    (r"\b[Ee]ndpoints?\b(?!\.json)", 'write "port"'),
    (r"\b[Ss]cenarios?\b", 'write "session"'),
    (r"\b[Tt]argets?\b", 'write "subject"; a link leads to a file'),
    (r"\b[Ee]xternal\b", 'write "linked" for a font that stays where it is'),
    (r"\b[Vv]alue[ -]curves?\b", 'write "controller changes"'),
    (r"\b0 events\b|\b\d+ events, \d+ notes\b", 'write "notes", "controller changes", and "messages"'),
    (r"\b[Ww]rong attributes?\b", "name the attribute and both values"),
    (r"\b[Cc]ells? \d", 'write "column 3, row 7"'),
    (r"(?<![\w-])[Mm]ut(?:e|ed|es|ing)\b", 'write "drop"'),
]

OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*[a-z]")
# The options of other programs in messages.
OTHER_OPTIONS = {"--cap-add", "--device", "--reinstall"}
# A command with its arguments, up to the next command.
COMMAND = re.compile(r"\bmidirec ([a-z]+)((?:(?! midirec | -- )[^\n`|;&#\"])*)")
# The beginning of a comment or a literal, or a bracket.
TOKEN = {
    ".swift": re.compile(r'//[^\n]*|/\*.*?\*/|#*"""|#*"|[()]', re.DOTALL),
    ".js": re.compile(r"//[^\n]*|/\*.*?\*/|[\"'`]|[{}]", re.DOTALL),
}


def literals(text, suffix):
    """Returns the string literals of a source file, in their lines, in double quotes, and without interpolations."""
    kept = list(re.sub(r"[^\n]", " ", text))
    opening, bracket, closing = ("\\(", "(", ")") if suffix == ".swift" else ("${", "{", "}")

    def skip_code(index):
        """Returns the end of code, up to its closing bracket."""
        depth = 0
        while token := TOKEN[suffix].search(text, index):
            index = token.end()
            if token[0][0] in "\"'`#":
                index = keep_literal(index, token[0])
            depth += (token[0] == bracket) - (token[0] == closing)
            if depth < 0:
                break
        return index

    def keep_literal(index, quote):
        """Returns the end of a literal, whose contents are kept."""
        escape = "\\" + "#" * quote.count("#")
        end = quote.lstrip("#") + escape[1:]
        kept[index - 1] = '"'
        while index < len(text) and not text.startswith(end, index):
            if text[index] == "\n" and end in "\"'":
                return index
            if text.startswith(opening.replace("\\", escape), index):
                index = skip_code(index + len(opening) + len(escape) - 1)
            elif text.startswith(escape, index):
                index += len(escape) + (text[index + len(escape)] != "\n")
            else:
                kept[index] = text[index]
                index += 1
        kept[index : index + 1] = '"'
        return index + len(end)

    skip_code(0)
    return "".join(kept)


def known_options():
    """Returns the commands that have each option."""
    rows = re.findall(r"^\| `(?:-\w, )?(--[\w-]+)[^|]*\| (.*?) \|", OPTIONS_GUIDE.read_text(), re.MULTILINE)
    known = {}
    for option, commands in rows:
        known.setdefault(option, set()).update(re.findall(r"`([a-z]+)", commands))
    everywhere = set().union(*known.values())
    return known | {"--help": everywhere, "--version": everywhere}, everywhere


def named_options(text, is_guide):
    """Yields the options that a guide has in code spans, or a message in a sentence."""
    for found in OPTION.finditer(text):
        start, end = found.span()
        line = text[text.rfind("\n", 0, start) + 1 : start]
        if is_guide and line.endswith("`") or not is_guide and " -- " not in line:
            # A literal without other words is an argument for a program.
            if is_guide or not (line.endswith('"') and text[end : end + 1] in ('"', "=", " ")):
                yield found


def first_script(text):
    """Yields the first mention of a script in a guide whose reader can have a package, unless the guide names the clone."""
    if found := re.search(r"Scripts/(?:(?!\n\n).)*", text, re.DOTALL):
        if "clone" not in text[: found.end()]:
            yield found.start(), "Scripts/: write \"in a clone\", because packages don't have it"


def faults(path, known, commands):
    """Yields the position of each wrong word and option of a file, and what to write."""
    text = path.read_text()
    is_guide = path.suffix == ".md"
    if path.suffix in TOKEN:
        text = literals(text, path.suffix)
    prose = without_code(text) if is_guide else text
    if path.parent.suffix == ".docc":
        yield from first_script(text)
    for word, advice in WORDS:
        for found in re.finditer(word, prose):
            yield found.start(), f"'{' '.join(found[0].split())}': {advice}"
    if path.suffix not in (".md", ".swift"):
        return
    for found in named_options(text, is_guide):
        if found[0] not in known and found[0] not in OTHER_OPTIONS:
            yield found.start(), f"{found[0]}: midirec has no such option"
    for found in COMMAND.finditer(text):
        for option in OPTION.finditer(found[2]):
            if found[1] in commands and found[1] not in known.get(option[0], ()):
                yield found.start(2) + option.start(), f"{option[0]}: midirec {found[1]} has no such option"


def main():
    known, commands = known_options()
    files = GUIDES + [path for path in sorted(PROJECT.glob("Sources/**/*.swift")) if path.name not in STORED]
    files += [path for path in sorted(PROJECT.glob("Sources/CPageAssets/Assets/*")) if path.suffix in (".js", ".html")]
    status = 0
    for path in files:
        text = path.read_text()
        for place, reason in sorted(set(faults(path, known, commands))):
            print(f"{path.relative_to(PROJECT)}:{text.count(chr(10), 0, place) + 1}: {reason}")
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
