import { Grid } from "./grid.js";
import { Surface } from "./painting.js";
import { element, setAttribute } from "./parts.js";
import { noteNames } from "./words.js";

// The lit cells of a grid now. Cells are more opaque the harder they are pressed.
export class Board {
  constructor({ colors, columns, notes = [] }) {
    this.colors = colors;
    this.paints = new Map();
    this.grid = new Grid({ columns, colors: this.paints, lights: { expected: new Map(), actual: new Map() } });
    this.grid.notes = notes;
    this.canvas = element("grid");
    this.surface = new Surface(this.canvas);
    this.grid.label(this.canvas.parentElement);
    this.canvas.addEventListener("pointermove", ({ offsetX, offsetY }) => {
      const cell = this.grid.placeAt(offsetX, offsetY, this.canvas.clientWidth, this.canvas.clientHeight);
      const part = this.lit?.get(cell);
      this.canvas.title = part ? this.grid.text(cell, part) : this.grid.placeText(cell);
    });
  }

  // The parts of Grid, by cell.
  static parts({ cells, lights }, paints) {
    const lit = new Map();
    for (const { cell, note, color, paint, channel, pressure, bend } of cells) {
      paints.set(color, paint ?? paints.get(color));
      const strength = pressure === null ? 0.45 : 0.2 + (pressure / 127) * 0.8;
      lit.set(cell, { look: `${color}, channel ${channel}`, color, note: noteNames[note], strength, bend: bend ?? 0 });
    }
    for (const { cell, color, paint } of lights) {
      const held = lit.get(cell);
      lit.set(cell, { ...held, look: [held?.look, `${color} light`].filter(Boolean).join(", "), light: { name: color, paint: paint ?? color } });
    }
    return lit;
  }

  // Paints if something differs, or if it must.
  draw(state, mustPaint) {
    const drawn = JSON.stringify(state);
    if (drawn === this.drawn && !mustPaint) return;
    this.drawn = drawn;
    this.lit = Board.parts(state, this.paints);
    const height = `${Math.round(this.grid.height(this.canvas.clientWidth))}px`;
    if (this.canvas.style.height !== height) this.canvas.style.height = height;
    if (this.surface.fit()) this.grid.paint(this.surface, this.colors, this.lit, new Map(), "actual");
    const texts = [...this.lit].map(([cell, part]) => this.grid.text(cell, part)).join("; ");
    setAttribute(this.canvas, "data-shown", texts);
    setAttribute(this.canvas, "aria-label", `Grid: ${texts || this.grid.nothing}`);
  }
}
