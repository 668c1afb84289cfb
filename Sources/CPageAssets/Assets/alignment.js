import { readAlignment } from "./alignmentdata.js";
import { AlignmentPicture } from "./alignmentpicture.js";
import { TimeView } from "./alignmentview.js";
import { grouped, noteName } from "./words.js";
import { Theme } from "./theme.js";

// The page of a note alignment.
const data = readAlignment(document.getElementById("alignment").textContent);
const theme = new Theme(document.getElementById("theme"));
const view = new TimeView(data);
const box = document.getElementById("picture");
const picture = new AlignmentPicture(box, data, view, theme);
const list = document.getElementById("list");
const wanted = new Set();
const maxListCount = 2000;
view.changed = () => picture.draw();

document.getElementById("title").textContent = data.title;
const verdict = document.getElementById("verdict");
verdict.textContent = data.verdict;
verdict.className = data.mistakes.length === 0 ? "good" : "bad";
for (const remark of data.remarks) {
  const item = document.createElement("li");
  item.textContent = remark;
  document.getElementById("remarks").append(item);
}

function shownMistakes() {
  return data.mistakes.filter((mistake) => wanted.size === 0 || wanted.has(mistake.kind));
}

function fillList() {
  const shown = shownMistakes();
  document.getElementById("mistakes-heading").textContent =
    shown.length === 0 ? "No mistakes" : `${grouped(shown.length)} ${shown.length === 1 ? "mistake" : "mistakes"}`;
  list.replaceChildren(
    ...shown.slice(0, maxListCount).map((mistake) => {
      const item = document.createElement("li");
      item.dataset.mistake = mistake.index;
      const place = document.createElement("span");
      place.className = "place";
      place.textContent = `${mistake.place} · ${mistake.time}  `;
      item.append(place, document.createElement("br"), mistake.text);
      return item;
    }),
  );
  if (shown.length > maxListCount) {
    const rest = document.createElement("li");
    rest.className = "rest";
    rest.textContent = `… and ${grouped(shown.length - maxListCount)} more`;
    list.append(rest);
  }
  markChosen();
}

function markChosen() {
  for (const item of list.children) {
    const isChosen = picture.chosen !== null && Number(item.dataset.mistake) === picture.chosen.index;
    item.setAttribute("aria-current", String(isChosen));
    if (isChosen) item.scrollIntoView({ block: "nearest" });
  }
}

function choose(mistake) {
  picture.chosen = mistake;
  markChosen();
  if (mistake) {
    view.show(mistake.notes);
    document.getElementById("hover").textContent = `${mistake.place}: ${mistake.text}`;
  } else {
    picture.draw();
  }
}

function step(direction) {
  const shown = shownMistakes();
  if (shown.length === 0) return;
  const place = shown.indexOf(picture.chosen);
  const next = place < 0 ? (direction > 0 ? 0 : shown.length - 1) : place + direction;
  choose(shown[(next + shown.length) % shown.length]);
}

function setAxis(axis) {
  for (const chip of document.querySelectorAll("[data-axis]")) {
    chip.setAttribute("aria-pressed", String(chip.dataset.axis === axis));
  }
  view.setAxis(axis);
}

function describe(note) {
  const parts = [
    `${note.side === "expected" ? "Expected" : "Actual"}: ${noteName(note.number, data.middleC)}`,
    `velocity ${note.velocity}`,
    `at ${(note.real / 1000000).toFixed(3)} s of the performance`,
  ];
  if (note.role !== "same") parts.push(note.role === "wrong" ? "wrong pitch" : note.role);
  for (const partner of note.partners.slice(0, 1)) {
    const late = Math.round((note.side === "actual" ? note.real - partner.real : partner.real - note.real) / 1000);
    if (late !== 0) parts.push(`${Math.abs(late)} ms ${late > 0 ? "after" : "before"} the beat`);
  }
  return parts.join(", ");
}

for (const kind of new Set(data.mistakes.map((mistake) => mistake.kind))) {
  const chip = document.createElement("button");
  chip.type = "button";
  chip.className = "chip";
  chip.dataset.kind = kind;
  chip.setAttribute("aria-pressed", "false");
  const count = document.createElement("span");
  count.className = "count";
  count.textContent = grouped(data.mistakes.filter((mistake) => mistake.kind === kind).length);
  chip.append(`${kind} `, count);
  chip.addEventListener("click", () => {
    if (!wanted.delete(kind)) wanted.add(kind);
    chip.setAttribute("aria-pressed", String(wanted.has(kind)));
    fillList();
  });
  document.getElementById("kinds").append(chip);
}
list.addEventListener("click", (event) => {
  const item = event.target.closest("[data-mistake]");
  if (item) choose(data.mistakes[Number(item.dataset.mistake)]);
});
document.getElementById("previous").addEventListener("click", () => step(-1));
document.getElementById("next").addEventListener("click", () => step(1));
document.getElementById("zoom-in").addEventListener("click", () => view.zoom(1.5));
document.getElementById("zoom-out").addEventListener("click", () => view.zoom(1 / 1.5));
document.getElementById("fit").addEventListener("click", () => view.fit());
for (const chip of document.querySelectorAll("[data-axis]")) {
  chip.addEventListener("click", () => setAxis(chip.dataset.axis));
}

const keys = {
  n: () => step(1),
  p: () => step(-1),
  "+": () => view.zoom(1.5),
  "=": () => view.zoom(1.5),
  "-": () => view.zoom(1 / 1.5),
  0: () => view.fit(),
  m: () => setAxis(view.axis === "musical" ? "real" : "musical"),
  ArrowLeft: () => view.scroll(-0.2),
  ArrowRight: () => view.scroll(0.2),
  Escape: () => choose(null),
};
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || !keys[event.key]) return;
  keys[event.key]();
  event.preventDefault();
});

let drag = null;
box.addEventListener("pointerdown", (event) => {
  drag = { x: event.clientX, first: view.first };
  box.setPointerCapture(event.pointerId);
});
box.addEventListener("pointermove", (event) => {
  const { left, top } = box.getBoundingClientRect();
  if (drag) return view.set(drag.first - ((event.clientX - drag.x) / view.plotWidth) * view.span, view.span);
  const note = picture.noteAt(event.clientX - left, event.clientY - top);
  if (note) document.getElementById("hover").textContent = describe(note);
});
box.addEventListener("pointerup", (event) => {
  const { left, top } = box.getBoundingClientRect();
  const wasClick = drag && Math.abs(event.clientX - drag.x) < 3;
  drag = null;
  if (!wasClick) return;
  const note = picture.noteAt(event.clientX - left, event.clientY - top);
  const mistake = note && data.mistakes.find((mistake) => mistake.notes.includes(note));
  if (mistake) choose(mistake);
});
box.addEventListener("pointercancel", () => (drag = null));
box.addEventListener(
  "wheel",
  (event) => {
    event.preventDefault();
    if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      return view.scroll((event.deltaX || event.deltaY) / view.plotWidth);
    }
    view.zoom(Math.exp(-event.deltaY / 400), event.clientX - box.getBoundingClientRect().left);
  },
  { passive: false },
);

setAxis("musical");
view.fit();
fillList();
