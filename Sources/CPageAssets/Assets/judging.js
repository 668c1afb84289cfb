import { element, setAttribute, setHidden, setText } from "./parts.js";
import { fileName } from "./takedetail.js";
import { grouped } from "./words.js";

// Returns the key of a played note, by which its verdict is found.
export function noteKey(channel, note, start) {
  return `${channel} ${note} ${start}`;
}

// The verdicts on played notes as the server sends them: "right", "wrong", or "extra" by the key of the note, and the
// missing notes.
export class Verdicts {
  constructor({ notes = [], missing = [] } = {}) {
    this.byKey = new Map(notes.map(([channel, note, start, verdict]) => [noteKey(channel, note, start), verdict]));
    this.missing = missing.map(([note, start, end]) => ({ note, start, end }));
  }

  of({ channel, note, start }) {
    return this.byKey.get(noteKey(channel, note, start)) ?? null;
  }
}

// Returns the counts of a judgment as "12 right · 1 wrong · 2 missing".
export function judgmentText({ right, wrong, missing }) {
  return `${grouped(right)} right · ${grouped(wrong)} wrong · ${grouped(missing)} missing`;
}

// Compares the played notes with a take or a session, as the user chooses.
export class Judging {
  // Chosen returns the file of the chosen take, and inputs the judged inputs, or null for all.
  constructor({ act, chosen, inputs }) {
    Object.assign(this, { act, chosen, inputs });
    this.button = element("judge");
    this.tolerance = element("judge-tolerance");
    this.name = null;
    this.button.addEventListener("click", () => {
      if (this.isOn) this.stop();
      else this.start({ file: this.chosen() });
    });
    this.tolerance.addEventListener("change", () => {
      if (this.subject) this.start(this.subject);
    });
    element("stop-judging").addEventListener("click", () => this.stop());
  }

  get isOn() {
    return this.name !== null && this.name === this.chosen();
  }

  // Judges by a take, which has a file, or by a session, which has a name.
  async start(subject) {
    this.subject = subject;
    const settings = { tolerance: Number(this.tolerance.value), inputs: this.inputs() };
    const text = `judging what you play by ${fileName(subject.file ?? subject.name)}`;
    await this.act("judge", { ...subject, ...settings }, { text });
  }

  stop() {
    this.subject = null;
    this.act("judge", {}, { text: `judged: ${judgmentText(this.judgment)}` });
  }

  draw(judgment) {
    this.judgment = judgment ?? this.judgment;
    this.name = judgment?.name ?? null;
    if (!judgment) this.subject = null;
    setAttribute(this.button, "aria-pressed", String(this.isOn));
    setHidden(element("stop-judging"), !judgment);
    setText(element("judgment"), judgment ? `${fileName(judgment.name)}: ${judgmentText(judgment)}` : "");
    setAttribute(element("judgment"), "data-wrong", String(Boolean(judgment) && judgment.wrong + judgment.missing > 0));
  }
}
