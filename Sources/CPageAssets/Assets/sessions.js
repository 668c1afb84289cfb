import { Address, Theme } from "./settings.js";

// The tables of sessions, with filters that the address keeps.
const address = new Address();
const find = document.getElementById("find");
const chips = [...document.querySelectorAll("#filters button")];
const rows = [...document.querySelectorAll("tbody tr")];
const passed = document.getElementById("passed");

// Shows the rows that the address asks for.
function filter() {
  const verdicts = new Set(address.list("verdict"));
  const words = address.get("find").toLowerCase().split(/\s+/).filter(Boolean);
  const group = address.get("same");
  let shown = 0;
  let shownPassed = 0;
  for (const row of rows) {
    const isPassed = row.dataset.verdict === undefined;
    const text = words.length > 0 ? row.textContent.toLowerCase() : "";
    row.hidden = (verdicts.size > 0 && !verdicts.has(row.dataset.verdict ?? "passed")) ||
      (group && row.dataset.group !== group) || !words.every((word) => text.includes(word));
    if (row.hidden) continue;
    shown += 1;
    if (isPassed) shownPassed += 1;
  }
  for (const chip of chips) chip.ariaPressed = String(verdicts.has(chip.dataset.verdict));
  for (const button of document.querySelectorAll(".same")) {
    button.ariaPressed = String(button.closest("tr").dataset.group === group);
  }
  if (passed) {
    passed.hidden = shownPassed === 0;
    if (verdicts.has("passed") || words.length > 0) passed.open = true;
  }
  const others = document.getElementById("others");
  if (others) others.hidden = shown === shownPassed;
  document.getElementById("shown").textContent =
    shown === rows.length ? "" : `${shown} of ${rows.length} shown`;
}

function show(settings) {
  address.set(settings);
  filter();
}

for (const chip of chips) {
  chip.addEventListener("click", () => {
    const verdicts = new Set(address.list("verdict"));
    if (!verdicts.delete(chip.dataset.verdict)) verdicts.add(chip.dataset.verdict);
    show({ verdict: [...verdicts].join(",") });
  });
}
for (const button of document.querySelectorAll(".same")) {
  button.addEventListener("click", () => {
    const { group } = button.closest("tr").dataset;
    show({ same: address.get("same") === group ? "" : group });
  });
}
find.addEventListener("input", () => show({ find: find.value }));
// A page of a session leads back to the same filters.
for (const name of ["click", "auxclick"]) {
  document.addEventListener(name, (event) => {
    const link = event.target.closest("tbody a");
    if (link) link.hash = `list=${encodeURIComponent(location.hash.slice(1))}`;
  }, true);
}
addEventListener("hashchange", () => {
  find.value = address.get("find");
  filter();
});
new Theme(document.getElementById("theme"));
find.value = address.get("find");
filter();
// The time from the start of the page until its first complete state, in milliseconds.
document.documentElement.dataset.drawn = performance.now().toFixed(1);
