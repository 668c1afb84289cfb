// The values below the notes, each in a lane. Lanes that differ are open, the others are listed below.
class Lanes {
  static atOnce = 24; // the number of lanes that open at first, and per press

  constructor(element, page) {
    this.element = element;
    this.page = page;
    this.velocities = new Velocities(element, page);
    this.lanes = page.take.lanes.map((lane) => ({ lane, section: null, isOpen: false }));
    const differing = this.lanes.filter(({ lane }) => lane.differences.length > 0);
    this.others = this.lanes.filter(({ lane }) => lane.differences.length === 0);
    this.waiting = differing.slice(Lanes.atOnce);
    for (const entry of differing.slice(0, Lanes.atOnce)) this.add(entry, true);
    this.more = document.createElement("button");
    this.more.type = "button";
    this.more.id = "more-lanes";
    this.more.addEventListener("click", () => this.addMore());
    element.append(this.more);
    this.nameMore();
  }

  nameMore() {
    const count = this.waiting.length + this.others.length;
    this.more.hidden = count === 0;
    const what = this.waiting.length > 0 ? "more" : "as expected";
    this.more.textContent = `Show ${grouped(count)} value${count === 1 ? "" : "s"} ${what}`;
  }

  addMore() {
    for (let count = 0; count < Lanes.atOnce; count += 1) {
      const entry = this.waiting.shift() ?? this.others.shift();
      if (!entry) break;
      if (entry.section) count -= 1;
      else this.add(entry, true);
    }
    this.nameMore();
    this.page.request();
  }

  add(entry, isOpen) {
    const { lane } = entry;
    const section = document.createElement("section");
    section.className = "lane";
    section.dataset.lane = this.lanes.indexOf(entry);
    const button = document.createElement("button");
    button.type = "button";
    const count = lane.differences.length;
    button.textContent = lane.name + (count === 0 ? "" : count === 1 ? ": differs once" : `: differs ${count} times`);
    const canvas = document.createElement("canvas");
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", `${button.textContent}; expected dashed, actual solid`);
    section.append(button, canvas);
    this.element.insertBefore(section, this.more?.parentNode ? this.more : null);
    Object.assign(entry, { section, button, canvas, surface: new Surface(canvas, this.page.theme) });
    button.addEventListener("click", () => {
      this.setOpen(entry, !entry.isOpen);
      this.page.request();
    });
    this.page.input.followLane(canvas, (x) => this.differenceAt(entry, x));
    this.setOpen(entry, isOpen);
  }

  setOpen(entry, isOpen) {
    entry.isOpen = isOpen;
    entry.canvas.hidden = !isOpen;
    entry.button.setAttribute("aria-expanded", String(isOpen));
  }

  reveal(index) {
    const entry = this.lanes[index];
    if (!entry.section) this.add(entry, true);
    this.setOpen(entry, true);
    entry.section.scrollIntoView({ block: "nearest" });
  }

  differenceAt(entry, x) {
    const { view, take } = this.page;
    let nearest = { distance: 8, index: -1 };
    for (const index of entry.lane.differences) {
      if (!this.page.isWanted(index)) continue;
      const { from, to } = take.differences[index];
      const distance = Math.max(0, view.x(from) - x, x - view.x(to));
      if (distance < nearest.distance) nearest = { distance, index };
    }
    return nearest.index;
  }

  draw() {
    const frame = this.element.getBoundingClientRect();
    this.velocities.draw();
    for (const entry of this.lanes) {
      if (!entry.isOpen) continue;
      const box = entry.canvas.getBoundingClientRect();
      if (box.bottom >= frame.top && box.top <= frame.bottom) this.drawLane(entry);
    }
  }

  drawLane({ lane, surface }) {
    if (!surface.fit()) return;
    const { context, width, height } = surface;
    const { view, colors, take, chosen } = this.page;
    context.fillStyle = colors.row;
    context.fillRect(0, 0, width, height);
    context.save();
    context.beginPath();
    context.rect(View.gutter, 0, view.plotWidth, height);
    context.clip();
    for (const index of lane.differences) {
      const { from, to } = take.differences[index];
      if (to < view.start || from > view.end || !this.page.isWanted(index)) continue;
      const left = view.x(from);
      context.globalAlpha = 0.18;
      context.fillStyle = colors.actual;
      context.fillRect(left, 0, Math.max(2, view.x(to) - left), height);
      context.globalAlpha = 1;
    }
    const isHere = chosen?.difference.place === "lane" && take.lanes[chosen.difference.lane] === lane;
    if (isHere) paintChosen(surface, colors, view, chosen, 0, height);
    paintGrid(surface, colors, view, 0, height);
    if (lane.low < lane.zero) {
      context.fillStyle = colors.octave;
      context.fillRect(View.gutter, this.y(lane, lane.zero, height), view.plotWidth, 1);
    }
    const differs = lane.differences.length > 0;
    const steps = Math.max(stepCount(lane.expected, view), stepCount(lane.actual, view));
    if (steps > view.plotWidth / 4) {
      this.drawColumns(surface, lane);
    } else {
      this.drawSteps(surface, lane, lane.actual, differs ? colors.actual : colors["same-edge"], []);
      if (lane.actual !== lane.expected) this.drawSteps(surface, lane, lane.expected, colors.expected, [6, 4]);
    }
    context.restore();
    context.fillStyle = colors.faint;
    context.font = "10px system-ui, sans-serif";
    context.textAlign = "right";
    context.fillText(valueText(lane, lane.high), View.gutter - 6, 11);
    context.fillText(valueText(lane, lane.low), View.gutter - 6, height - 4);
    context.textAlign = "left";
    paintCursor(surface, colors, view, this.page.cursor, 0, height);
  }

  y(lane, value, height) {
    return 3 + (1 - (value - lane.low) / (lane.high - lane.low)) * (height - 6);
  }

  // A line from step to step.
  drawSteps({ context, height }, lane, { times, values }, color, dashes) {
    const { view } = this.page;
    context.strokeStyle = color;
    context.lineWidth = 1.6;
    context.setLineDash(dashes);
    context.beginPath();
    let place = stepAt({ times }, view.start);
    let value = place >= 0 ? values[place] : lane.initial;
    if (value !== null) context.moveTo(View.gutter, this.y(lane, value, height));
    for (place += 1; place < times.length && times[place] <= view.end; place += 1) {
      const x = view.x(times[place]);
      if (value === null) context.moveTo(x, this.y(lane, values[place], height));
      else context.lineTo(x, this.y(lane, value, height));
      value = values[place];
      context.lineTo(x, this.y(lane, value, height));
    }
    if (value !== null) context.lineTo(view.width, this.y(lane, value, height));
    context.stroke();
    context.setLineDash([]);
  }

  // If steps can't be distinguished: at each pixel, a bar from the lowest to the highest actual value, and edges at the
  // lowest and highest expected value if they differ.
  drawColumns({ context, height }, lane) {
    const { view, colors } = this.page;
    const actual = this.columns(lane, lane.actual);
    const expected = lane.actual === lane.expected ? actual : this.columns(lane, lane.expected);
    for (let column = 0; column < actual.low.length; column += 1) {
      const isSame = actual.low[column] === expected.low[column] && actual.high[column] === expected.high[column];
      const x = View.gutter + column;
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

  // The lowest and the highest value at each pixel, or −1 if it is unknown.
  columns(lane, { times, values }) {
    const { view } = this.page;
    const width = Math.ceil(view.plotWidth);
    const columns = { low: new Int32Array(width), high: new Int32Array(width) };
    let place = stepAt({ times }, view.start) + 1;
    let value = place > 0 ? values[place - 1] : (lane.initial ?? -1);
    for (let column = 0; column < width; column += 1) {
      const end = view.time(View.gutter + column + 1);
      let [low, high] = [value, value];
      for (; place < times.length && times[place] < end; place += 1) {
        value = values[place];
        if (low < 0 || value < low) low = value;
        if (value > high) high = value;
      }
      columns.low[column] = low;
      columns.high[column] = high;
    }
    return columns;
  }
}

// The number of visible steps.
function stepCount(steps, view) {
  return stepAt(steps, view.end) - stepAt(steps, view.start);
}

// The last step at or before a time, or -1 before the first.
function stepAt({ times }, time) {
  return countUpTo(times, time) - 1;
}

function valueAt(lane, steps, time) {
  const place = stepAt(steps, time);
  return place < 0 ? lane.initial : steps.values[place];
}

// "+512" for bends, "5 of bank 1 0" for programs, "64" for others, "unknown" before the first step.
function valueText(lane, value) {
  if (value === null) return "unknown";
  if (lane.isProgram && value >= 128) {
    const bank = Math.floor(value / 128) - 1;
    return `${value % 128} of bank ${Math.floor(bank / 128)} ${bank % 128}`;
  }
  const shown = value - lane.zero;
  return lane.zero === 0 || shown === 0 ? String(shown) : shown < 0 ? `−${-shown}` : `+${shown}`;
}
