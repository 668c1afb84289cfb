"""The table of bars."""
import dataclasses


@dataclasses.dataclass
class Row:
    """A line of the table: the measurement, midirec's value, the peer's value, and the bar."""

    what: str
    midirec: str
    peer: str = ""
    bar: str = ""
    reached: bool | None = None  # None if it is for information

    @property
    def verdict(self):
        return {True: "ok", False: "not reached", None: ""}[self.reached]

    @property
    def cells(self):
        return [self.what, self.midirec, self.peer, self.bar, self.verdict]


def missing(what, option, bar, peer=""):
    """Returns the line for an option that midirec doesn't have."""
    return Row(what, f"no {option} yet", peer, bar, False)


def text(rows):
    """Returns all lines below their headings."""
    lines = [["", "midirec", "alsa-utils", "bar", ""]] + [row.cells for row in rows]
    widths = [max(len(line[column]) for line in lines) for column in range(5)]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths)).rstrip() for line in lines
    )
