import { TimeAxis } from "./axis.js";
import { axisText, barText } from "./words.js";

// Shared parts of all drawings of the page: sharp canvases, colors, the time axis, and the cursor.
export class Surface {
  constructor(canvas) {
    this.canvas = canvas;
    this.context = canvas.getContext("2d", { alpha: false });
  }

  // Adapts to the size of the element; returns whether there is an area to draw on.
  fit() {
    const ratio = devicePixelRatio || 1;
    const width = Math.round(this.canvas.clientWidth * ratio);
    const height = Math.round(this.canvas.clientHeight * ratio);
    if (width === 0 || height === 0) return false;
    if (this.canvas.width !== width || this.canvas.height !== height) {
      this.canvas.width = width;
      this.canvas.height = height;
    }
    this.ratio = ratio;
    this.width = width / ratio;
    this.height = height / ratio;
    this.context.setTransform(ratio, 0, 0, ratio, 0, 0);
    return true;
  }

  fill(color) {
    this.context.fillStyle = color;
    this.context.fillRect(0, 0, this.width, this.height);
  }

  // Clips what is drawn at the right of the keys and values, between two heights.
  clip(top, bottom, draw) {
    const { context } = this;
    context.save();
    context.beginPath();
    context.rect(TimeAxis.gutter, top, this.width - TimeAxis.gutter, bottom - top);
    context.clip();
    draw(context);
    context.restore();
  }

  // Writes the values at the upper and lower edge of a lane.
  writeEdges(color, high, low, top = 0, bottom = this.height) {
    const { context } = this;
    context.fillStyle = color;
    context.font = "10px system-ui, sans-serif";
    context.textAlign = "right";
    context.fillText(high, TimeAxis.gutter - 6, top + 11);
    context.fillText(low, TimeAxis.gutter - 6, bottom - 4);
    context.textAlign = "left";
  }
}

// The colors of the theme.
export class Colors {
  static names = [
    "page", "panel", "text", "faint", "line", "row", "dark-row", "grid", "octave", "key", "dark-key", "same",
    "same-edge", "expected", "actual", "time", "pitch", "channel", "velocity", "chosen", "chosen-back", "tint",
  ];

  // With more names of colors that only one page has.
  constructor(theme, more = []) {
    this.names = [...Colors.names, ...more];
    this.read(theme);
    theme.listeners.push(() => this.read(theme));
  }

  read(theme) {
    for (const name of this.names) this[name] = theme.color(`--${name}`);
    this.numbers = {};
    for (const name of this.names) this.numbers[name] = Colors.pixel(this[name]);
    this.hatch = Colors.hatch(this.expected);
    this.tintHatch = Colors.hatch(this.tint);
    this.hatches = new Map();
  }

  // Returns the pattern of a color.
  hatchOf(color) {
    if (!this.hatches.has(color)) this.hatches.set(color, Colors.hatch(color));
    return this.hatches.get(color);
  }

  // "#rrggbb" as a pixel of an image.
  static pixel(text) {
    const value = parseInt(text.slice(1), 16);
    const [red, green, blue] = [value >> 16, (value >> 8) & 255, value & 255];
    return ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;
  }

  // Expected notes are hatched, so that they are distinguishable without colors.
  static hatch(color) {
    const tile = document.createElement("canvas");
    tile.width = tile.height = 6;
    const context = tile.getContext("2d");
    context.strokeStyle = color;
    context.lineWidth = 1.2;
    context.beginPath();
    for (const shift of [-6, 0, 6]) {
      context.moveTo(shift - 1, 7);
      context.lineTo(shift + 7, -1);
    }
    context.stroke();
    return context.createPattern(tile, "repeat");
  }
}

// The marked times along the drawings: the starts of bars, or round steps of seconds.
export function axisTimes(axis, pixelsApart) {
  if (axis.bars.length > 1) return barTimes(axis, pixelsApart);
  const steps = [];
  for (let power = 100; power <= 1e7; power *= 10) steps.push(power, power * 2, power * 5);
  const seconds = 1000000;
  steps.push(...[15, 30, 60, 120, 300, 600, 900, 1800, 3600].map((count) => count * seconds));
  for (let power = 3600 * seconds; power < 1e17; power *= 10) steps.push(power * 2, power * 5, power * 10);
  const step = steps.find((step) => (step / axis.span) * axis.plotWidth >= pixelsApart) ?? axis.span;
  const times = [];
  for (let time = Math.ceil(axis.start / step) * step; time <= axis.end; time += step) times.push(time);
  const { clock } = axis;
  return { times, text: (time) => clock?.sinceMidnightText(time) ?? axisText(time, step, axis.to > 60000000) };
}

// Every bar, or every second, fourth, eighth, ... bar if the bars are narrow, or every beat if they are wide.
function barTimes(axis, pixelsApart) {
  const { bars, beats } = axis;
  const length = (bars[bars.length - 1] - bars[0]) / (bars.length - 1);
  const beatWidth = ((length / axis.span) * axis.plotWidth * bars.length) / (beats?.times.length ?? bars.length);
  if (beats && beatWidth >= pixelsApart) {
    const times = beats.times.filter((time) => time >= axis.start && time <= axis.end);
    return { times, text: (time) => barText(beats, time).replace(".00", "") };
  }
  let step = 1;
  while (((length * step) / axis.span) * axis.plotWidth < pixelsApart && step < bars.length) step *= 2;
  const times = bars.filter((time, bar) => bar % step === 0 && time >= axis.start && time <= axis.end);
  return { times, text: (time) => `bar ${bars.indexOf(time) + 1}` };
}

export function paintGrid(surface, colors, axis, top, bottom) {
  const { context } = surface;
  context.fillStyle = colors.octave;
  context.globalAlpha = 0.55;
  for (const time of axisTimes(axis, 90).times) {
    if (time >= axis.start) context.fillRect(Math.round(axis.x(time)), top, 1, bottom - top);
  }
  context.globalAlpha = 1;
}

// The time range of the chosen difference, from top to bottom.
export function paintChosen(surface, colors, axis, chosen, top, bottom) {
  if (!chosen || chosen.from === undefined) return;
  const left = Math.max(TimeAxis.gutter, axis.x(chosen.from) - 1);
  const right = Math.min(axis.width, axis.x(chosen.to) + 1);
  if (right <= TimeAxis.gutter || left >= axis.width) return;
  surface.context.fillStyle = colors["chosen-back"];
  surface.context.fillRect(left, top, Math.max(2, right - left), bottom - top);
}

export function paintCursor(surface, colors, axis, time, top, bottom) {
  const x = Math.round(axis.x(time));
  if (x < TimeAxis.gutter || x > axis.width) return;
  surface.context.fillStyle = colors.text;
  surface.context.fillRect(x, top, 1, bottom - top);
}

// The times above the drawings.
export function paintRuler(surface, colors, axis, height) {
  const { context } = surface;
  context.fillStyle = colors.panel;
  context.fillRect(0, 0, surface.width, height);
  context.fillStyle = colors.faint;
  context.font = "11px system-ui, sans-serif";
  context.textBaseline = "middle";
  const { times, text: textAt } = axisTimes(axis, 90);
  for (const time of times) {
    const x = Math.round(axis.x(time));
    context.fillRect(x, height - 6, 1, 6);
    const text = textAt(time);
    const width = context.measureText(text).width;
    if (x + 4 + width < surface.width) context.fillText(text, x + 4, 10);
  }
}

// The sign of a mark (−, +, or ≠) as bars on whole pixels, on a contrasting background.
export function paintSign({ context, ratio }, colors, mark, x, y, size) {
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
