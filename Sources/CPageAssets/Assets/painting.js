// Shared parts of all drawings of the page: sharp canvases, colors, the time axis, and the cursor.
class Surface {
  constructor(canvas, theme) {
    this.canvas = canvas;
    this.context = canvas.getContext("2d", { alpha: false });
    this.theme = theme;
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
}

// The colors of the theme, read once.
class Colors {
  static names = [
    "page", "panel", "text", "faint", "line", "row", "dark-row", "grid", "octave", "key", "dark-key", "same",
    "same-edge", "expected", "actual", "time", "pitch", "channel", "velocity", "chosen", "chosen-back", "tint",
  ];

  constructor(theme) {
    for (const name of Colors.names) this[name] = theme.color(`--${name}`);
    this.numbers = {};
    for (const name of Colors.names) this.numbers[name] = Colors.pixel(this[name]);
    this.hatch = Colors.hatch(this.expected);
    this.tintHatch = Colors.hatch(this.tint);
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
function axisTimes(view, pixelsApart) {
  if (view.bars.length > 1) return barTimes(view, pixelsApart);
  const steps = [];
  for (let power = 100; power <= 1e7; power *= 10) steps.push(power, power * 2, power * 5);
  const seconds = 1000000;
  steps.push(...[15, 30, 60, 120, 300, 600, 900, 1800, 3600].map((count) => count * seconds));
  for (let power = 3600 * seconds; power < 1e17; power *= 10) steps.push(power * 2, power * 5, power * 10);
  const step = steps.find((step) => (step / view.span) * view.plotWidth >= pixelsApart) ?? view.span;
  const times = [];
  for (let time = Math.ceil(view.start / step) * step; time <= view.end; time += step) times.push(time);
  return { times, text: (time) => axisText(time, step, view.to > 60000000) };
}

// Every bar, or every second, fourth, eighth, ... bar if the bars are narrow, or every beat if they are wide.
function barTimes(view, pixelsApart) {
  const { bars, beats } = view;
  const length = (bars[bars.length - 1] - bars[0]) / (bars.length - 1);
  const beatWidth = ((length / view.span) * view.plotWidth * bars.length) / (beats?.times.length ?? bars.length);
  if (beats && beatWidth >= pixelsApart) {
    const times = beats.times.filter((time) => time >= view.start && time <= view.end);
    return { times, text: (time) => barText(beats, time).replace(".00", "") };
  }
  let step = 1;
  while (((length * step) / view.span) * view.plotWidth < pixelsApart && step < bars.length) step *= 2;
  const times = bars.filter((time, bar) => bar % step === 0 && time >= view.start && time <= view.end);
  return { times, text: (time) => `bar ${bars.indexOf(time) + 1}` };
}

// The number of starts at or before a time.
function countUpTo(starts, time) {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (starts[middle] <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}

// "12:3.50", halfway between the third and the fourth beat of bar 12. Times after the last beat have its length.
function barText({ times, bars }, time) {
  let beat = Math.max(0, countUpTo(times, time) - 1);
  const last = Math.min(beat, times.length - 2);
  const length = last < 0 ? Infinity : times[last + 1] - times[last];
  const hundredths = Math.round((Math.max(0, time - times[beat]) * 100) / length);
  beat += Math.floor(hundredths / 100);
  const bar = Math.max(0, countUpTo(bars, beat) - 1);
  return `${bar + 1}:${beat - bars[bar] + 1}.${String(hundredths % 100).padStart(2, "0")}`;
}

function axisText(time, step, isLong) {
  const decimals = step >= 1000000 ? 0 : step >= 100000 ? 1 : step >= 10000 ? 2 : step >= 1000 ? 3 : 4;
  const sign = time < 0 ? "−" : "";
  const seconds = Math.abs(time) / 1000000;
  if (!isLong) return `${sign}${seconds.toFixed(decimals)} s`;
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const rest = (seconds % 60).toFixed(decimals).padStart(decimals ? decimals + 3 : 2, "0");
  return `${sign}${hours ? `${hours}:${String(minutes).padStart(2, "0")}` : minutes}:${rest}`;
}

function paintGrid(surface, colors, view, top, bottom) {
  const { context } = surface;
  context.fillStyle = colors.octave;
  context.globalAlpha = 0.55;
  for (const time of axisTimes(view, 90).times) {
    if (time >= view.start) context.fillRect(Math.round(view.x(time)), top, 1, bottom - top);
  }
  context.globalAlpha = 1;
}

// The time range of the chosen difference, from top to bottom.
function paintChosen(surface, colors, view, chosen, top, bottom) {
  if (!chosen || chosen.from === undefined) return;
  const left = Math.max(View.gutter, view.x(chosen.from) - 1);
  const right = Math.min(view.width, view.x(chosen.to) + 1);
  if (right <= View.gutter || left >= view.width) return;
  surface.context.fillStyle = colors["chosen-back"];
  surface.context.fillRect(left, top, Math.max(2, right - left), bottom - top);
}

function paintCursor(surface, colors, view, time, top, bottom) {
  const x = Math.round(view.x(time));
  if (x < View.gutter || x > view.width) return;
  surface.context.fillStyle = colors.text;
  surface.context.fillRect(x, top, 1, bottom - top);
}
