// The details of the notes and differences under the mouse.
class Hover {
  static most = 4; // notes or differences at once

  constructor(page) {
    this.page = page;
    this.box = document.getElementById("hover");
    const roll = document.getElementById("roll");
    roll.addEventListener("pointermove", (event) => {
      if (event.pointerType !== "mouse" || event.buttons !== 0) this.hide();
      else this.show(event, roll.getBoundingClientRect());
    });
    roll.addEventListener("pointerleave", () => this.hide());
    roll.addEventListener("wheel", () => this.hide(), { passive: true });
  }

  hide() {
    this.box.hidden = true;
  }

  show(event, frame) {
    const [x, y] = [event.clientX - frame.left, event.clientY - frame.top];
    const lines = y < View.ruler ? [] : y < View.top ? this.linesOfMark(x) : this.linesOfNotes(x, y);
    this.box.hidden = lines.length === 0;
    if (lines.length === 0) return;
    this.box.replaceChildren(...lines.map(([name, text]) => {
      const line = document.createElement("p");
      if (name) line.className = name;
      line.textContent = text;
      return line;
    }));
    const { offsetWidth: width, offsetHeight: height } = this.box;
    const left = Math.max(0, Math.min(x + 14, frame.width - width - 4));
    const top = y + 18 + height < frame.height ? y + 18 : y - height - 10;
    this.box.style.left = `${left}px`;
    this.box.style.top = `${Math.max(0, top)}px`;
  }

  linesOfMark(x) {
    const index = this.page.marks.at(x, 8);
    return index < 0 ? [] : [["differs", this.page.differenceText(index)]];
  }

  // The notes of both sides, and what differs. Identical notes have one line.
  linesOfNotes(x, y) {
    const { roll, take } = this.page;
    const found = { expected: new Set(roll.notesAt("expected", x, y)), actual: new Set(roll.notesAt("actual", x, y)) };
    const differences = new Set();
    for (const side of ["expected", "actual"]) {
      for (const index of found[side]) differences.add(take[side].notes.difference[index]);
    }
    differences.delete(-1);
    for (const index of differences) {
      for (const side of ["expected", "actual"]) {
        for (const note of take.differences[index][side] ?? []) found[side].add(note);
      }
    }
    const texts = {};
    for (const side of ["expected", "actual"]) {
      const indices = [...found[side]].slice(0, Hover.most);
      texts[side] = indices.map((index) => this.noteText(take[side].notes, index));
    }
    const both = texts.expected.filter((text) => texts.actual.includes(text));
    return [
      ...both.map((text) => ["", text]),
      ...texts.expected.filter((text) => !both.includes(text)).map((text) => ["expected", `expected: ${text}`]),
      ...texts.actual.filter((text) => !both.includes(text)).map((text) => ["actual", `actual: ${text}`]),
      ...[...differences].slice(0, Hover.most).map((index) => ["differs", this.page.differenceText(index)]),
    ];
  }

  noteText(notes, index) {
    const { page } = this;
    const offset = notes.offset[index];
    const end = offset === Infinity ? "hangs" : `to ${page.timeText(offset)} (${timeText(offset - notes.onset[index])})`;
    const isHeld = notes.silence[index] > offset;
    const until = notes.silence[index] === Infinity ? "the end" : page.timeText(notes.silence[index]);
    return [
      noteNames[notes.number[index]], page.state.details(notes, index, ""), page.timeText(notes.onset[index]), end,
      isHeld ? `held by pedal to ${until}` : "",
    ].filter(Boolean).join(", ");
  }
}
