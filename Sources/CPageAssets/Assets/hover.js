import { noteNames, timeText } from "./words.js";

// The details of the notes and differences under the mouse.
export class Hover {
  static most = 4; // notes or differences at once

  // The signs of differences are between the ruler and the notes.
  constructor({ axis, rows, roll, marks, differences, details }) {
    Object.assign(this, { axis, rows, roll, marks, differences, details });
    this.box = document.getElementById("hover");
    const element = document.getElementById("roll");
    element.addEventListener("pointermove", (event) => {
      if (event.pointerType !== "mouse" || event.buttons !== 0) this.hide();
      else this.show(event, element.getBoundingClientRect());
    });
    element.addEventListener("pointerleave", () => this.hide());
    element.addEventListener("wheel", () => this.hide(), { passive: true });
  }

  hide() {
    this.box.hidden = true;
  }

  show(event, frame) {
    const [x, y] = [event.clientX - frame.left, event.clientY - frame.top];
    const lines = y < this.marks.top ? [] : y < this.rows.top ? this.linesOfMark(x) : this.linesOfNotes(x, y);
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

  lineOfDifference(index) {
    return ["differs", `${this.differences.firstKind(index).sign} ${this.differences.text(index)}`];
  }

  linesOfMark(x) {
    const index = this.marks.at(x, 8);
    return index < 0 ? [] : [this.lineOfDifference(index)];
  }

  // The notes of both sides, and what differs. Identical notes have one line.
  linesOfNotes(x, y) {
    const { notes } = this.differences;
    const sides = Object.keys(notes);
    const found = Object.fromEntries(sides.map((side) => [side, new Set(this.roll.notesAt(side, x, y))]));
    const differing = new Set(sides.flatMap((side) => [...found[side]].map((note) => notes[side].difference[note])));
    differing.delete(-1);
    for (const index of differing) {
      const difference = this.differences.all[index];
      // The other notes of a passage are elsewhere.
      if (difference.place === "passage") continue;
      for (const side of sides) for (const note of difference[side]) found[side].add(note);
    }
    const texts = {};
    for (const side of sides) {
      texts[side] = [...found[side]].slice(0, Hover.most).map((note) => this.noteText(notes[side], note));
    }
    const both = texts.expected.filter((text) => texts.actual.includes(text));
    const own = (side) => texts[side].filter((text) => !both.includes(text)).map((text) => [side, `${side}: ${text}`]);
    return [
      ...both.map((text) => ["", text]), ...own("expected"), ...own("actual"),
      ...[...differing].slice(0, Hover.most).map((index) => this.lineOfDifference(index)),
    ];
  }

  noteText(notes, index) {
    const { axis } = this;
    const [onset, offset, silence] = [notes.onset[index], notes.offset[index], notes.silence[index]];
    const end = offset === Infinity ? "hangs" : `to ${axis.text(offset)} (${timeText(offset - onset)})`;
    const until = silence === Infinity ? "the end" : axis.text(silence);
    return [
      noteNames[notes.number[index]], this.details(notes, index, ""), axis.text(onset), end,
      silence > offset ? `held by pedal to ${until}` : "",
    ].filter(Boolean).join(", ");
  }
}
