import { Grid } from "./grid.js";
import { Keyboard } from "./keyboard.js";
import { Surface } from "./painting.js";

// The instrument at the time cursor, expected next to actual: lit cells, or pressed keys.
export class Instrument {
  constructor({ view, rows, layers, colors, cursor, redraw }) {
    Object.assign(this, { layers, colors, cursor });
    this.drawing = view.kind === "grid" ? new Grid(view) : new Keyboard(rows);
    this.button = document.getElementById("show-instrument");
    this.button.textContent = this.drawing.name;
    this.room = document.getElementById("sides");
    document.getElementById("instrument-legend").textContent =
      `${this.drawing.legend}; − is expected and missing, + is extra, ≠ is ${this.drawing.other}`;
    this.shown = new Map();
    this.surfaces = new Map(Object.keys(layers).map((side) => {
      const canvas = document.querySelector(`#sides canvas[data-side=${side}]`);
      this.drawing.label?.(canvas.parentElement);
      canvas.addEventListener("pointermove", (event) => this.describe(canvas, side, event));
      return [side, new Surface(canvas)];
    }));
    this.button.addEventListener("click", () => {
      this.setOpen(this.room.hidden);
      redraw();
    });
    this.setOpen(view.isWanted);
  }

  // Names the cell under the mouse, and its note.
  describe(canvas, side, { offsetX, offsetY }) {
    if (!this.drawing.placeAt) return;
    const place = this.drawing.placeAt(offsetX, offsetY, canvas.clientWidth, canvas.clientHeight);
    const part = this.shown.get(side)?.get(place);
    canvas.title = part ? this.drawing.text(place, part) : this.drawing.placeText(place);
  }

  setOpen(isOpen) {
    this.room.hidden = !isOpen;
    document.querySelector("main").classList.toggle("has-instrument", isOpen);
    this.button.setAttribute("aria-expanded", String(isOpen));
  }

  draw() {
    this.spoken = "";
    if (this.room.hidden) return;
    const { drawing } = this;
    for (const [side, notes] of Object.entries(this.layers)) {
      this.shown.set(side, drawing.shownAt(notes, this.cursor.time, side));
    }
    const marks = differingPlaces(this.shown.get("expected"), this.shown.get("actual"));
    this.spoken = [...marks].map(([place, mark]) => `${drawing.placeText(place)} ${mark}`).join("; ");
    for (const [side, surface] of this.surfaces) {
      const { canvas } = surface;
      const shown = this.shown.get(side);
      canvas.style.height = `${Math.round(drawing.height(canvas.clientWidth))}px`;
      if (surface.fit()) drawing.paint(surface, this.colors, shown, marks, side);
      const texts = [...shown].map(([place, part]) => drawing.text(place, part));
      const name = side === "expected" ? "Expected" : "Actual";
      canvas.setAttribute("aria-label", `${name}: ${texts.join("; ") || drawing.nothing}`);
      // A description for screen readers.
      canvas.dataset.shown = texts.join("; ");
      canvas.dataset.marks = this.spoken;
    }
  }
}

// The places where the sides differ, in order.
export function differingPlaces(expected, actual) {
  const marks = new Map();
  for (const place of [...new Set([...expected.keys(), ...actual.keys()])].sort((a, b) => a - b)) {
    if (!actual.has(place)) marks.set(place, "missing");
    else if (!expected.has(place)) marks.set(place, "extra");
    else if (expected.get(place).look !== actual.get(place).look) marks.set(place, "other");
  }
  return marks;
}
