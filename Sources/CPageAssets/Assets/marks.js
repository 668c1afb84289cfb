// The signs of the differences: above the roll at their times, and in the overview of the whole take.
class Marks {
  static apart = 13; // the width of a sign

  constructor(page) {
    this.page = page;
    const timed = page.take.differences.map((difference, index) => index)
      .filter((index) => page.take.differences[index].time !== null && page.isWanted(index));
    timed.sort((a, b) => page.take.differences[a].time - page.take.differences[b].time || a - b);
    this.indices = timed;
    this.times = Float64Array.from(timed, (index) => page.take.differences[index].time);
  }

  // The first place at or after a time.
  placeOf(time) {
    let low = 0;
    let high = this.times.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.times[middle] < time) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  draw(surface) {
    const { context } = surface;
    const { view, colors, chosen } = this.page;
    context.fillStyle = colors.page;
    context.fillRect(0, View.ruler, surface.width, View.marks);
    context.font = "bold 12px system-ui, sans-serif";
    context.textBaseline = "middle";
    context.textAlign = "center";
    const first = this.placeOf(view.start);
    const last = this.placeOf(view.end);
    // Overlapping signs become a bar with their number.
    const crowded = last - first > view.plotWidth / Marks.apart / 2;
    if (crowded) this.drawBars(context, view, colors, first, last);
    let free = -Infinity;
    for (let place = first; place < last && !crowded; place += 1) {
      const x = view.x(this.times[place]);
      if (x < free) continue;
      const difference = this.page.take.differences[this.indices[place]];
      const kind = this.page.take.kinds[difference.kinds[0]];
      context.fillStyle = colors[kind.aspect];
      context.fillText(kind.sign, x, View.ruler + 10);
      free = x + Marks.apart;
    }
    if (chosen && chosen.difference.time !== null) this.drawChosen(context, view, colors, chosen.difference);
    context.textAlign = "left";
    context.fillStyle = colors.line;
    context.fillRect(0, View.top - 1, surface.width, 1);
  }

  drawChosen(context, view, colors, difference) {
    const x = view.x(difference.time);
    if (x < View.gutter || x > view.width) return;
    context.fillStyle = colors.chosen;
    context.beginPath();
    context.arc(x, View.ruler + 10, 8.5, 0, 7);
    context.fill();
    context.fillStyle = colors.panel;
    context.fillText(this.page.take.kinds[difference.kinds[0]].sign, x, View.ruler + 10.5);
  }

  drawBars(context, view, colors, first, last) {
    const counts = new Uint32Array(Math.ceil(view.width / 3) + 1);
    let most = 1;
    for (let place = first; place < last; place += 1) {
      const column = (view.x(this.times[place]) / 3) | 0;
      counts[column] += 1;
      if (counts[column] > most) most = counts[column];
    }
    context.fillStyle = colors.actual;
    counts.forEach((count, column) => {
      if (count === 0) return;
      const height = 4 + ((View.marks - 6) * Math.log(count + 1)) / Math.log(most + 1);
      context.fillRect(column * 3, View.top - 1 - height, 2, height);
    });
  }

  // The difference whose sign is nearest, or -1 if there is none nearby.
  at(x, reach) {
    const { view } = this.page;
    const time = view.time(x);
    const place = this.placeOf(time);
    let nearest = { distance: reach, index: -1 };
    for (const candidate of [place - 1, place]) {
      if (candidate < 0 || candidate >= this.times.length) continue;
      const distance = Math.abs(view.x(this.times[candidate]) - x);
      if (distance <= nearest.distance) nearest = { distance, index: this.indices[candidate] };
    }
    return nearest.index;
  }
}

// The whole take in a narrow strip: its notes, its differences, and the visible part.
class Overview {
  constructor(canvas, page) {
    this.page = page;
    this.surface = new Surface(canvas, page.theme);
    this.counts = null;
  }

  // Counts the differences again.
  forget() {
    this.counts = null;
  }

  // The number of notes and differences at each pixel.
  count(width) {
    const { take, view, marks } = this.page;
    const scale = width / (view.to - view.from);
    const column = (time) => Math.min(width - 1, Math.max(0, ((time - view.from) * scale) | 0));
    const notes = new Uint32Array(width);
    for (const onset of take.expected.notes.onset) notes[column(onset)] += 1;
    const differences = new Uint32Array(width);
    for (const time of marks.times) differences[column(time)] += 1;
    this.counts = { width, notes, differences };
  }

  draw() {
    const { surface, page } = this;
    const { view, colors } = page;
    if (!surface.fit()) return;
    const { context } = surface;
    const width = Math.max(1, Math.floor(surface.width - View.gutter));
    if (this.counts?.width !== width) this.count(width);
    context.fillStyle = colors.page;
    context.fillRect(0, 0, surface.width, surface.height);
    const scale = width / (view.to - view.from);
    const left = View.gutter + (view.start - view.from) * scale;
    const right = left + view.span * scale;
    context.fillStyle = colors.panel;
    context.fillRect(left, 0, Math.max(2, right - left), surface.height);
    this.drawColumns(context, this.counts.notes, colors["same"], surface.height, 0.55);
    this.drawColumns(context, this.counts.differences, colors.actual, surface.height, 1);
    context.strokeStyle = colors.faint;
    context.lineWidth = 1;
    context.strokeRect(left + 0.5, 0.5, Math.max(2, right - left) - 1, surface.height - 1);
    context.fillStyle = colors.text;
    context.fillRect(Math.round(View.gutter + (page.cursor - view.from) * scale), 0, 1, surface.height);
    context.fillStyle = colors.faint;
    context.font = "10px system-ui, sans-serif";
    context.textBaseline = "middle";
    context.fillText("take", 6, surface.height / 2);
  }

  drawColumns(context, counts, color, height, share) {
    let most = 1;
    for (const count of counts) if (count > most) most = count;
    context.fillStyle = color;
    for (let column = 0; column < counts.length; column += 1) {
      if (counts[column] === 0) continue;
      const bar = Math.max(3, (height - 4) * share * (Math.log(counts[column] + 1) / Math.log(most + 1)));
      context.fillRect(View.gutter + column, height - 2 - bar, 1, bar);
    }
  }

  time(x) {
    const { view } = this.page;
    return view.from + ((x - View.gutter) / Math.max(1, this.surface.width - View.gutter)) * (view.to - view.from);
  }
}
