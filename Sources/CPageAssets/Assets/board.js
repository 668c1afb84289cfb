import { Grid } from "./grid.js";
import { Surface } from "./painting.js";
import { element, setAttribute } from "./parts.js";
import { noteNames } from "./words.js";

// The lit cells of a grid now. A harder press makes a cell more opaque.
export class Board {
  static interval = 30; // milliseconds between two pictures of the same cells

  // Paints are the colors of lights by name, and notes are the numbers by cell. PortOf returns the name, the sign, and the
  // color of an input.
  constructor({ colors, columns, paints = {}, notes = [], portOf }) {
    Object.assign(this, { colors, portOf });
    this.paints = new Map(Object.entries({ white: "#ffffff", off: "#000000", ...paints }));
    this.grid = new Grid({ columns, colors: this.paints, lights: { expected: new Map(), actual: new Map() } });
    this.grid.notes = notes;
    this.canvas = element("grid");
    this.surface = new Surface(this.canvas);
    this.grid.label(this.canvas.parentElement);
    this.canvas.onpointermove = (event) => this.describe(event);
  }

  // Names the cell under the pointer, and its note.
  describe({ offsetX, offsetY }) {
    const { grid, canvas } = this;
    const cell = grid.placeAt(offsetX, offsetY, canvas.clientWidth, canvas.clientHeight);
    const part = this.lit?.get(cell);
    canvas.title = part ? grid.text(cell, part) : grid.placeText(cell);
  }

  // Returns the note of the cell at a place, and how far down the cell it is, or null for a cell without a note.
  touch(x, y) {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const key = this.grid.notes[this.grid.placeAt(x, y, width, height)];
    return Number.isInteger(key) ? { key, depth: ((y / height) * Grid.rows) % 1 } : null;
  }

  // Removes the numbers of the rows and columns.
  remove() {
    for (const box of this.canvas.parentElement.querySelectorAll("div")) box.remove();
  }

  // Returns what Grid shows, by cell. The notes of several inputs have their signs.
  static parts({ cells, lights }, paints, portOf) {
    const lit = new Map();
    const isMixed = new Set(cells.map(({ input }) => input)).size > 1;
    for (const { cell, note, input, channel, pressure, bend } of cells) {
      const strength = pressure === null ? 0.45 : 0.2 + (pressure / 127) * 0.8;
      const { name, sign, paint } = portOf(input);
      const look = `from ${name}, channel ${channel},`;
      lit.set(cell, { look, paint, sign: isMixed ? sign : "", note: noteNames[note], strength, bend });
    }
    for (const { cell, color } of lights) {
      if (!paints.has(color)) continue;
      const held = lit.get(cell);
      const look = [held?.look, `${color} light`].filter(Boolean).join(", ");
      lit.set(cell, { ...held, look, light: { name: color, paint: paints.get(color) } });
    }
    return lit;
  }

  // Paints if something differs, or if it must.
  draw(state, mustPaint) {
    const now = performance.now();
    const places = JSON.stringify([state.cells.map(({ cell, input }) => [cell, input]), state.lights]);
    const isSoon = places === this.places && now - this.drawnAt < Board.interval;
    const drawn = JSON.stringify(state.cells);
    if ((isSoon || (places === this.places && drawn === this.drawn)) && !mustPaint) return;
    Object.assign(this, { places, drawn, drawnAt: now });
    this.lit = Board.parts(state, this.paints, this.portOf);
    const height = `${Math.round(this.grid.height(this.canvas.clientWidth))}px`;
    if (this.canvas.style.height !== height) this.canvas.style.height = height;
    if (this.surface.fit()) this.grid.paint(this.surface, this.colors, this.lit, new Map(), "actual");
    const texts = [...this.lit].map(([cell, part]) => this.grid.text(cell, part)).join("; ");
    setAttribute(this.canvas, "data-shown", texts);
    setAttribute(this.canvas, "aria-label", `Grid: ${texts || this.grid.nothing}`);
  }
}
