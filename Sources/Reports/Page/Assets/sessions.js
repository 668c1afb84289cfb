// The table of sessions, with a filter.
const find = document.getElementById("find");
const chips = [...document.querySelectorAll("#filters button")];
const rows = [...document.querySelectorAll("tbody tr")];

function filter() {
  const marks = new Set(chips.filter((chip) => chip.ariaPressed === "true").map((chip) => chip.dataset.mark));
  const words = find.value.toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const row of rows) {
    const text = row.textContent.toLowerCase();
    row.hidden = (marks.size > 0 && !marks.has(row.dataset.mark)) || !words.every((word) => text.includes(word));
    if (!row.hidden) shown += 1;
  }
  document.getElementById("shown").textContent =
    shown === rows.length ? "" : `${shown} of ${rows.length} shown`;
}

for (const chip of chips) {
  chip.addEventListener("click", () => {
    chip.ariaPressed = chip.ariaPressed === "true" ? "false" : "true";
    filter();
  });
}
find.addEventListener("input", filter);
const theme = new Theme(document.getElementById("theme"));
filter();
