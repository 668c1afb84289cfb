// The instrument at the time cursor, expected next to actual: lit cells, or pressed keys.
class Instrument {
  static sides = ["expected", "actual"];

  constructor(page) {
    this.page = page;
    const { view } = page.take;
    this.drawing = view.kind === "grid" ? new Grid(view, page.take) : new Keyboard(page.view);
    this.button = document.getElementById("show-instrument");
    this.button.textContent = this.drawing.name;
    this.room = document.getElementById("sides");
    document.getElementById("instrument-legend").textContent =
      `${this.drawing.legend}; − is expected and missing, + is extra, ≠ is ${this.drawing.other}`;
    this.shown = new Map();
    this.surfaces = new Map(Instrument.sides.map((side) => {
      const canvas = document.querySelector(`#sides canvas[data-side=${side}]`);
      this.drawing.label?.(canvas.parentElement);
      canvas.addEventListener("pointermove", (event) => this.describe(canvas, side, event));
      return [side, new Surface(canvas, page.theme)];
    }));
    this.button.addEventListener("click", () => {
      this.setOpen(this.room.hidden);
      page.isStateOld = true;
      page.request();
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
    const { page, drawing } = this;
    const shown = Instrument.sides.map((side) => drawing.shownAt(page.take[side].notes, page.cursor, side));
    const marks = Instrument.marks(...shown);
    Instrument.sides.forEach((side, index) => {
      const surface = this.surfaces.get(side);
      const { canvas } = surface;
      canvas.style.height = `${Math.round(drawing.height(canvas.clientWidth))}px`;
      this.shown.set(side, shown[index]);
      if (surface.fit()) drawing.paint(surface, page.colors, shown[index], marks, side);
      const texts = [...shown[index]].map(([place, part]) => drawing.text(place, part));
      const name = side === "expected" ? "Expected" : "Actual";
      canvas.setAttribute("aria-label", `${name}: ${texts.join("; ") || drawing.nothing}`);
      // A description for screen readers.
      canvas.dataset.shown = texts.join("; ");
      canvas.dataset.marks = [...marks].map(([place, mark]) => `${drawing.placeText(place)} ${mark}`).join("; ");
    });
    this.spoken = [...marks].map(([place, mark]) => `${drawing.placeText(place)} ${mark}`).join("; ");
  }

  // The sign of a mark (−, +, or ≠) as bars on whole pixels, on a contrasting background.
  static paintSign({ context, ratio }, colors, mark, x, y, size) {
    const thick = Math.max(1, Math.round((size / 5) * ratio)) / ratio;
    const long = (Math.round((size * 0.7 * ratio - thick * ratio) / 2) * 2 + thick * ratio) / ratio;
    const snap = (value) => Math.round(value * ratio) / ratio;
    context.fillStyle = colors.panel;
    context.beginPath();
    context.arc(x, y, size * 0.52, 0, 2 * Math.PI);
    context.fill();
    context.fillStyle = colors.text;
    const bar = (middle) => context.fillRect(snap(x - long / 2), snap(middle - thick / 2), long, thick);
    if (mark !== "other") bar(y);
    if (mark === "extra") context.fillRect(snap(x - thick / 2), snap(y - long / 2), thick, long);
    if (mark !== "other") return;
    bar(y - thick);
    bar(y + thick);
    context.strokeStyle = colors.text;
    context.lineWidth = Math.max(1, thick * 0.8);
    context.beginPath();
    context.moveTo(x - long * 0.25, y + long * 0.55);
    context.lineTo(x + long * 0.25, y - long * 0.55);
    context.stroke();
  }

  // The places where the sides differ, in order.
  static marks(expected, actual) {
    const marks = new Map();
    for (const place of [...new Set([...expected.keys(), ...actual.keys()])].sort((a, b) => a - b)) {
      if (!actual.has(place)) marks.set(place, "missing");
      else if (!expected.has(place)) marks.set(place, "extra");
      else if (expected.get(place).look !== actual.get(place).look) marks.set(place, "other");
    }
    return marks;
  }
}
