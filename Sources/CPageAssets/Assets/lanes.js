import { TimeAxis } from "./axis.js";
import { Surface, paintChosen, paintCursor, paintGrid } from "./painting.js";
import { Stems } from "./velocity.js";
import { columnsOf, counted, stepAt, valueText } from "./words.js";

// A part of the page with a button that opens and closes its canvas.
class Lane {
  constructor(text, description, { before = null, parent, isOpen, redraw }) {
    this.section = document.createElement("section");
    this.section.className = "lane";
    this.button = document.createElement("button");
    this.button.type = "button";
    this.button.textContent = text;
    this.canvas = document.createElement("canvas");
    this.canvas.setAttribute("role", "img");
    this.canvas.setAttribute("aria-label", description);
    this.section.append(this.button, this.canvas);
    parent.insertBefore(this.section, before);
    this.surface = new Surface(this.canvas);
    this.button.addEventListener("click", () => {
      this.setOpen(!this.isOpen);
      redraw();
    });
    this.setOpen(isOpen);
  }

  setOpen(isOpen) {
    this.isOpen = isOpen;
    this.canvas.hidden = !isOpen;
    this.button.setAttribute("aria-expanded", String(isOpen));
  }

  // Draws the contents between the background and the time cursor, and the texts of the upper and lower edge.
  draw({ axis, colors, cursor }, [high, low], paint, paintBehind = () => {}) {
    const { surface } = this;
    if (!this.isOpen || this.section.hidden || !surface.fit()) return;
    surface.fill(colors.row);
    surface.clip(0, surface.height, () => {
      paintBehind(surface);
      paintGrid(surface, colors, axis, 0, surface.height);
      paint(surface);
    });
    surface.writeEdges(colors.faint, high, low);
    paintCursor(surface, colors, axis, cursor.time, 0, surface.height);
  }
}

// The velocities and the values below the notes. Values that differ are open, the others are listed below.
export class Lanes {
  static atOnce = 24; // the number of lanes that open at first, and per press

  // A low window has no room for velocities above an instrument.
  constructor(element, { axis, colors, cursor, layers, lanes, differences, follow, redraw, hasRoom }) {
    Object.assign(this, { element, axis, colors, cursor, differences, follow, redraw });
    const differ = differences.all.some((_, index) => differences.firstKind(index).aspect === "velocity");
    this.velocities = new Lane("velocity", "Velocities; expected rings, actual dots", {
      parent: element, isOpen: differ || hasRoom || innerHeight >= 900, redraw,
    });
    this.velocities.section.id = "velocities";
    this.velocities.section.hidden = layers.expected.count + layers.actual.count === 0;
    this.stems = new Stems(this.velocities.surface, { axis, colors, layers, marking: differences });
    follow(this.velocities.canvas, (x, y) => this.stems.differenceAt(x, y));
    this.more = document.createElement("button");
    this.more.type = "button";
    this.more.id = "more-lanes";
    this.more.addEventListener("click", () => {
      this.addMore(Lanes.atOnce);
      redraw();
    });
    element.append(this.more);
    this.entries = lanes.map((lane) => ({ lane, part: null }));
    // Values that differ come first.
    const differing = this.entries.filter(({ lane }) => lane.differences.length > 0);
    this.waiting = [...differing, ...this.entries.filter(({ lane }) => lane.differences.length === 0)];
    this.addMore(Math.min(Lanes.atOnce, differing.length));
  }

  addMore(count) {
    for (const entry of this.waiting.splice(0, count)) this.add(entry);
    const text = this.waiting[0]?.lane.differences.length > 0 ? "more" : "as expected";
    this.more.hidden = this.waiting.length === 0;
    this.more.textContent = `Show ${counted(this.waiting.length, "value")} ${text}`;
  }

  add(entry) {
    const { lane } = entry;
    const count = lane.differences.length;
    const text = lane.name + (count === 0 ? "" : count === 1 ? ": differs once" : `: differs ${count} times`);
    entry.part = new Lane(text, `${text}; expected dashed, actual solid`, {
      parent: this.element, before: this.more, isOpen: true, redraw: this.redraw,
    });
    entry.part.section.dataset.lane = this.entries.indexOf(entry);
    this.follow(entry.part.canvas, (x) => this.differenceAt(lane, x));
  }

  reveal(index) {
    const entry = this.entries[index];
    if (!entry.part) {
      this.waiting.splice(this.waiting.indexOf(entry), 1);
      this.add(entry);
      this.addMore(0);
    }
    entry.part.setOpen(true);
    entry.part.section.scrollIntoView({ block: "nearest" });
  }

  differenceAt(lane, x) {
    const { axis, differences } = this;
    let nearest = { distance: 8, index: -1 };
    for (const index of lane.differences) {
      if (!differences.isWanted(index)) continue;
      const { from, to } = differences.all[index];
      const distance = Math.max(0, axis.x(from) - x, x - axis.x(to));
      if (distance < nearest.distance) nearest = { distance, index };
    }
    return nearest.index;
  }

  draw() {
    const frame = this.element.getBoundingClientRect();
    this.velocities.draw(this, ["127", "1"], ({ height }) => {
      this.stems.height = height;
      this.stems.draw();
    });
    for (const { lane, part } of this.entries) {
      if (!part?.isOpen) continue;
      const box = part.canvas.getBoundingClientRect();
      if (box.bottom < frame.top || box.top > frame.bottom) continue;
      const edges = [lane.high, lane.low].map((value) => valueText(lane, value));
      const paintBehind = (surface) => this.drawDifferences(surface, lane);
      part.draw(this, edges, (surface) => this.drawValues(surface, lane), paintBehind);
    }
  }

  drawDifferences(surface, lane) {
    const { axis, colors, differences } = this;
    const { context, height } = surface;
    for (const index of lane.differences) {
      const { from, to } = differences.all[index];
      if (to < axis.start || from > axis.end || !differences.isWanted(index)) continue;
      const left = axis.x(from);
      context.globalAlpha = 0.18;
      context.fillStyle = colors.actual;
      context.fillRect(left, 0, Math.max(2, axis.x(to) - left), height);
      context.globalAlpha = 1;
    }
    if (!lane.differences.includes(differences.chosen)) return;
    paintChosen(surface, colors, axis, differences.chosenDifference, 0, height);
  }

  drawValues(surface, lane) {
    const { axis, colors } = this;
    const { context, height } = surface;
    if (lane.low < lane.zero) {
      context.fillStyle = colors.octave;
      context.fillRect(TimeAxis.gutter, this.y(lane, lane.zero, height), axis.plotWidth, 1);
    }
    const countOf = (side) => stepAt(side, axis.end) - stepAt(side, axis.start);
    const steps = Math.max(countOf(lane.expected), countOf(lane.actual));
    if (steps > axis.plotWidth / 4) {
      this.drawColumns(surface, lane);
    } else {
      const color = lane.differences.length > 0 ? colors.actual : colors["same-edge"];
      this.drawSteps(surface, lane, lane.actual, color, []);
      if (lane.actual !== lane.expected) this.drawSteps(surface, lane, lane.expected, colors.expected, [6, 4]);
    }
  }

  y(lane, value, height) {
    return 3 + (1 - (value - lane.low) / (lane.high - lane.low)) * (height - 6);
  }

  // A line from step to step.
  drawSteps({ context, height }, lane, { times, values }, color, dashes) {
    const { axis } = this;
    context.strokeStyle = color;
    context.lineWidth = 1.6;
    context.setLineDash(dashes);
    context.beginPath();
    let place = stepAt({ times }, axis.start);
    let value = place >= 0 ? values[place] : lane.initial;
    if (value !== null) context.moveTo(TimeAxis.gutter, this.y(lane, value, height));
    for (place += 1; place < times.length && times[place] <= axis.end; place += 1) {
      const x = axis.x(times[place]);
      if (value === null) context.moveTo(x, this.y(lane, values[place], height));
      else context.lineTo(x, this.y(lane, value, height));
      value = values[place];
      context.lineTo(x, this.y(lane, value, height));
    }
    if (value !== null) context.lineTo(axis.width, this.y(lane, value, height));
    context.stroke();
    context.setLineDash([]);
  }

  // If steps can't be distinguished: at each pixel, a bar from the lowest to the highest actual value, and edges at the
  // lowest and highest expected value if they differ.
  drawColumns({ context, height }, lane) {
    const { axis, colors } = this;
    const columns = (steps) => columnsOf(lane, steps, Math.ceil(axis.plotWidth), (x) => axis.time(TimeAxis.gutter + x));
    const actual = columns(lane.actual);
    const expected = lane.actual === lane.expected ? actual : columns(lane.expected);
    for (let column = 0; column < actual.low.length; column += 1) {
      const isSame = actual.low[column] === expected.low[column] && actual.high[column] === expected.high[column];
      const x = TimeAxis.gutter + column;
      if (actual.high[column] >= 0) {
        const top = this.y(lane, actual.high[column], height) - 0.8;
        context.fillStyle = isSame ? colors["same-edge"] : colors.actual;
        context.fillRect(x, top, 1, this.y(lane, actual.low[column], height) + 0.8 - top);
      }
      if (isSame || expected.high[column] < 0) continue;
      context.fillStyle = colors.expected;
      for (const value of [expected.high[column], expected.low[column]]) {
        context.fillRect(x, this.y(lane, value, height) - 1, 1, 2);
      }
    }
  }
}
