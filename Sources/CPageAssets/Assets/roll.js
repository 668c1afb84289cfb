// The piano roll: keys, rows, and the notes of both takes, overlaid.
class Roll {
  static individually = 5000; // the maximum number of notes that are drawn one by one

  constructor(canvas, page) {
    this.page = page;
    this.surface = new Surface(canvas, page.theme);
    this.crowd = new Crowd();
  }

  draw() {
    const { surface, page } = this;
    const { view, colors, take } = page;
    if (!surface.fit()) return;
    const { context } = surface;
    context.fillStyle = colors.panel;
    context.fillRect(0, 0, surface.width, surface.height);
    const count =
      take.expected.notes.roughCount(view.start, view.end) + take.actual.notes.roughCount(view.start, view.end);
    const isCrowd = count > Roll.individually;
    context.save();
    context.beginPath();
    context.rect(View.gutter, View.top, view.plotWidth, view.plotHeight);
    context.clip();
    if (isCrowd) {
      this.crowd.draw(surface, colors, view, take);
    } else {
      this.drawRows();
      paintChosen(surface, colors, view, page.chosen, View.top, surface.height);
    }
    paintGrid(surface, colors, view, View.top, surface.height);
    if (!isCrowd) this.drawNotes();
    this.drawChosen();
    context.restore();
    this.drawKeys();
    this.drawRuler();
    page.marks.draw(surface);
    paintCursor(surface, colors, view, page.cursor, View.ruler - 6, surface.height);
  }

  drawRows() {
    const { surface, page } = this;
    const { view, colors } = page;
    const { context } = surface;
    const last = Math.floor(view.topNote - view.plotHeight / view.rowHeight) - 1;
    context.fillStyle = colors.row;
    context.fillRect(View.gutter, View.top, view.plotWidth, view.plotHeight);
    for (let number = Math.ceil(view.topNote); number >= last; number -= 1) {
      const isBlack = isBlackKey(((number % 12) + 12) % 12);
      if (isBlack) {
        context.fillStyle = colors["dark-row"];
        context.fillRect(View.gutter, view.y(number), view.plotWidth, view.rowHeight);
      }
      if (((number % 12) + 12) % 12 === 0) {
        context.fillStyle = colors.octave;
        context.fillRect(View.gutter, view.y(number) + view.rowHeight - 0.5, view.plotWidth, 1);
      }
    }
  }

  // The place of a note, at least two pixels wide.
  place(notes, index) {
    const { view } = this.page;
    const left = Math.max(view.x(notes.onset[index]), View.gutter - 4);
    const right = Math.min(view.x(notes.barEnd(index)), view.width + 4);
    const gap = view.rowHeight >= 4 ? 1 : 0;
    return { left, width: Math.max(2, right - left), top: view.y(notes.number[index]), height: view.rowHeight - gap };
  }

  drawNotes() {
    const { context } = this.surface;
    const { view, colors, take } = this.page;
    const expected = take.expected.notes;
    const actual = take.actual.notes;
    const own = [];
    expected.forEach(view.start, view.end, (index) => {
      if (expected.marked[index] >= 0) own.push(index);
      else if (!expected.isTwin[index] && view.rowHeight >= 6) {
        this.drawEdge(expected, index, colors["same-edge"], 1);
      }
    });
    // The hatching is below the actual notes, the outline above.
    for (const index of own) this.drawHatched(expected, index);
    for (const index of own) {
      // A note without an actual one has its sign here.
      if (view.rowHeight >= 9 && take.differences[expected.marked[index]].actual?.length === 0) {
        this.write(this.signs(expected, index), this.place(expected, index), colors.text);
      }
    }
    actual.forEach(view.start, view.end, (index) => this.drawFilled(actual, index));
    for (const index of own) this.drawEdge(expected, index, colors.expected, 1.5);
    for (const index of own) this.drawLink(expected, actual, index);
  }

  drawFilled(notes, index) {
    const { context } = this.surface;
    const { view, colors } = this.page;
    const place = this.place(notes, index);
    const differs = notes.marked[index] >= 0;
    const isLeftOut = !differs && notes.difference[index] >= 0;
    const inset = differs && view.rowHeight >= 7 ? Math.max(1, view.rowHeight * 0.16) : 0;
    const color = differs ? colors[this.aspect(notes, index)] : colors.same;
    context.fillStyle = color;
    this.drawHold(notes, index, place);
    const hangs = notes.offset[index] === Infinity;
    const strength = differs ? 1 : isLeftOut ? 0.25 : 0.5 + notes.velocity[index] / 254;
    context.globalAlpha = strength * (hangs ? 0.4 : 1);
    context.fillRect(place.left, place.top + inset, place.width, place.height - inset * 2);
    context.globalAlpha = 1;
    if (hangs) this.drawEdge(notes, index, differs ? color : colors["same-edge"], 1.5);
    if (view.rowHeight < 9) return;
    const sign = differs ? this.signs(notes, index) : "";
    const name = view.rowHeight >= 12 && place.width >= 44 ? noteNames[notes.number[index]] : "";
    this.write(`${sign} ${name}`.trim(), place, hangs ? colors.text : colors.panel);
  }

  // Writes a text into a note if there is room for it.
  write(text, place, color) {
    const { context } = this.surface;
    context.font = "bold 10px system-ui, sans-serif";
    context.textBaseline = "middle";
    const left = Math.max(place.left, View.gutter);
    if (!text || context.measureText(text).width + 6 > place.left + place.width - left) return;
    context.fillStyle = color;
    context.fillText(text, left + 3, place.top + place.height / 2 + 0.5);
  }

  kinds(notes, index) {
    const { take } = this.page;
    return take.differences[notes.marked[index]].kinds.map((kind) => take.kinds[kind]);
  }

  // The name of the color that tells the first kind of a note's difference.
  aspect(notes, index) {
    return this.kinds(notes, index)[0].aspect;
  }

  signs(notes, index) {
    return this.kinds(notes, index).map((kind) => kind.sign).join("");
  }

  // The time that a pedal holds a note: a thin bar after the key's.
  drawHold(notes, index, place) {
    const { view } = this.page;
    if (notes.soundEnd[index] > -Infinity) this.drawRing(notes, index, place);
    if (!(notes.silence[index] > notes.offset[index])) return;
    const right = Math.min(view.x(Math.min(notes.silence[index], notes.end)), view.width + 4);
    const height = Math.max(1, place.height * 0.25);
    const left = place.left + place.width;
    if (right <= left) return;
    this.surface.context.globalAlpha = 0.6;
    this.surface.context.fillRect(left, place.top + (place.height - height) / 2, right - left, height);
  }

  // The decay in a synthesizer: a line to its end, or to a stroke if the sound was cut off.
  drawRing(notes, index, place) {
    const { context } = this.surface;
    const { view } = this.page;
    const from = Math.max(notes.barEnd(index), Math.min(notes.silence[index], notes.end));
    const left = Math.max(view.x(from), place.left);
    const right = Math.min(view.x(notes.soundEnd[index]), view.width + 4);
    const middle = place.top + place.height / 2;
    context.globalAlpha = 0.6;
    if (right > left) context.fillRect(left, middle - 0.5, right - left, 1);
    context.globalAlpha = 1;
    if (notes.isStolen[index]) context.fillRect(Math.max(left, right) - 1, place.top, 2, Math.max(1, place.height));
  }

  // The edge of a note, dashed and open at the right if the note is hanging.
  drawEdge(notes, index, color, lineWidth) {
    const { context } = this.surface;
    const { view } = this.page;
    const place = this.place(notes, index);
    const left = place.left + lineWidth / 2;
    const top = place.top + lineWidth / 2;
    const width = Math.max(0.5, place.width - lineWidth);
    const height = Math.max(0.5, place.height - lineWidth);
    context.strokeStyle = color;
    context.lineWidth = lineWidth;
    if (view.rowHeight < 7 && notes.marked[index] >= 0) {
      // In a low row, an outline would hide the note below it.
      context.fillStyle = color;
      context.fillRect(place.left, place.top, place.width, 1);
      return;
    }
    if (notes.offset[index] !== Infinity) {
      context.strokeRect(left, top, width, height);
      return;
    }
    context.setLineDash([5, 3]);
    context.beginPath();
    context.moveTo(left + width, top);
    context.lineTo(left, top);
    context.lineTo(left, top + height);
    context.lineTo(left + width, top + height);
    context.stroke();
    context.setLineDash([]);
  }

  drawHatched(notes, index) {
    const { context } = this.surface;
    const { colors } = this.page;
    const place = this.place(notes, index);
    context.fillStyle = colors.expected;
    this.drawHold(notes, index, place);
    context.globalAlpha = 1;
    context.fillStyle = colors.hatch;
    context.fillRect(place.left, place.top, place.width, place.height);
  }

  // From an expected note to its actual partner, if that is elsewhere.
  drawLink(expected, actual, index) {
    const { view, colors, take } = this.page;
    const difference = take.differences[expected.marked[index]];
    const other = difference.actual[difference.expected.indexOf(index)];
    if (other === undefined || expected.number[index] === actual.number[other]) return;
    const { context } = this.surface;
    const from = this.place(expected, index);
    const to = this.place(actual, other);
    context.strokeStyle = colors[this.aspect(expected, index)];
    context.lineWidth = 1.5;
    context.beginPath();
    context.moveTo(from.left + 3, from.top + from.height / 2);
    context.lineTo(to.left + 3, to.top + to.height / 2);
    context.stroke();
  }

  drawChosen() {
    const { page, surface } = this;
    const { context } = surface;
    if (!page.chosen || page.chosen.difference.place !== "notes") return;
    context.strokeStyle = page.colors.chosen;
    context.lineWidth = 2.5;
    for (const side of ["expected", "actual"]) {
      for (const index of page.chosen.difference[side]) {
        const { left, top, width, height } = this.place(page.take[side].notes, index);
        context.strokeRect(left - 2.5, top - 2.5, width + 5, height + 5);
      }
    }
  }

  drawKeys() {
    const { surface, page } = this;
    const { view, colors } = page;
    const { context } = surface;
    context.save();
    context.beginPath();
    context.rect(0, View.top, View.gutter, view.plotHeight);
    context.clip();
    context.fillStyle = colors.key;
    context.fillRect(0, View.top, View.gutter, view.plotHeight);
    const last = Math.max(0, Math.floor(view.topNote - view.plotHeight / view.rowHeight) - 1);
    context.font = `${Math.min(10, Math.max(8, view.rowHeight))}px system-ui, sans-serif`;
    context.textBaseline = "middle";
    context.textAlign = "right";
    for (let number = Math.min(127, Math.ceil(view.topNote)); number >= last; number -= 1) {
      const y = view.y(number);
      context.fillStyle = "#39424d";
      if (isBlackKey(number)) context.fillRect(0, y, View.gutter * 0.58, Math.max(1, view.rowHeight - 0.5));
      else if (number % 12 === 0 || number % 12 === 5) {
        context.globalAlpha = 0.35;
        context.fillRect(0, y + view.rowHeight - 0.5, View.gutter, 1);
        context.globalAlpha = 1;
      }
      if (number % 12 === 0 && view.rowHeight * 12 >= 14) {
        context.fillStyle = "#1a2028";
        context.fillText(noteNames[number], View.gutter - 4, y + view.rowHeight / 2);
      }
    }
    context.textAlign = "left";
    context.restore();
    context.fillStyle = colors.line;
    context.fillRect(View.gutter - 1, View.top, 1, view.plotHeight);
  }

  drawRuler() {
    const { surface, page } = this;
    const { view, colors } = page;
    const { context } = surface;
    context.fillStyle = colors.panel;
    context.fillRect(0, 0, surface.width, View.ruler);
    context.fillStyle = colors.faint;
    context.font = "11px system-ui, sans-serif";
    context.textBaseline = "middle";
    const { times, text: textAt } = axisTimes(view, 90);
    for (const time of times) {
      const x = Math.round(view.x(time));
      context.fillRect(x, View.ruler - 6, 1, 6);
      const text = textAt(time);
      const width = context.measureText(text).width;
      if (x + 4 + width < surface.width) context.fillText(text, x + 4, 10);
    }
  }

  // The difference at a place of the roll, or the nearest one within a few pixels, or -1.
  differenceAt(x, y, reach) {
    const { view, take } = this.page;
    let nearest = { distance: reach, index: -1 };
    const away = (value, low, high) => Math.max(0, low - value, value - high);
    for (const side of ["expected", "actual"]) {
      const { notes } = take[side];
      notes.forEach(view.time(x - reach), view.time(x + reach), (index) => {
        if (notes.marked[index] < 0) return;
        const { left, width, top, height } = this.place(notes, index);
        const distance = Math.max(away(x, left, left + width), away(y, top, top + height));
        // Short differences win over longer ones around them.
        const score = distance + Math.min(0.9, width / 2000);
        if (distance <= reach && score < nearest.distance) {
          nearest = { distance: score, index: notes.marked[index] };
        }
      });
    }
    return nearest.index;
  }

  // The indices of a side's notes at a place.
  notesAt(side, x, y) {
    const { view, take } = this.page;
    const { notes } = take[side];
    const found = [];
    const number = view.number(y);
    notes.forEach(view.time(x - 3), view.time(x + 3), (index) => {
      if (notes.number[index] !== number) return;
      const { left, width } = this.place(notes, index);
      if (x >= left - 3 && x <= Math.max(left + width, view.x(Math.min(notes.silence[index], notes.end))) + 3) {
        found.push(index);
      }
    });
    return found;
  }
}
