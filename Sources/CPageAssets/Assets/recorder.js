import { lengthText } from "./clocktime.js";
import { element, isDialogOpen, setAttribute, setText } from "./parts.js";
import { fileName } from "./takedetail.js";
import { counted } from "./words.js";

// Records takes, and writes takes of what has been played.
export class Recorder {
  static keptLength = 120000000; // microseconds

  // Now returns the latest state, and the studio's time at a time of the page. Inputs returns the chosen ones, or null for
  // all. Show shows a reply, and kept is called with the file of a new take.
  constructor({ act, say, show, now, inputs, kept }) {
    Object.assign(this, { act, say, show, now, inputs, kept });
    this.button = element("record");
    this.button.addEventListener("click", ({ timeStamp }) => this.toggle(timeStamp));
    document.addEventListener("keydown", (event) => this.press(event));
    element("keep").addEventListener("click", () => this.keepLatest());
  }

  // F9 records and stops, as in Ableton Live, even while the user types.
  press(event) {
    const { key, repeat, shiftKey, ctrlKey, metaKey, altKey, timeStamp } = event;
    if (key !== "F9" || shiftKey || ctrlKey || metaKey || altKey || isDialogOpen()) return;
    event.preventDefault();
    if (!repeat) this.toggle(timeStamp);
  }

  async toggle(pressedAt) {
    const { time, state } = this.now(pressedAt);
    if (!state?.recording) {
      const inputs = this.inputs();
      if (inputs?.length === 0) {
        this.say("no chosen input is connected; end its solo, or connect it", true);
        return;
      }
      const ids = inputs?.map(({ id }) => id) ?? null;
      const text = `records ${this.inputText(inputs)}`;
      this.started = await this.act("record", { inputs: ids, at: Math.round(time) }, { text });
      return;
    }
    const { error, file = "", notes = 0 } = await this.act("stop", {}, { isQuiet: true });
    // The command line of the start, unless another page has started the recording.
    const { command } = this.started?.file === file ? this.started : {};
    this.show({ error, command }, `recorded ${fileName(file)}, ${counted(notes, "note")}`);
    if (!error) this.kept(file);
  }

  inputText(inputs) {
    return inputs?.map(({ alias, name }) => alias ?? name).join(", ") ?? "all inputs";
  }

  keepLatest() {
    const { time, state } = this.now(performance.now());
    const from = Math.max(state?.kept ?? 0, time - Recorder.keptLength);
    return this.keep({ from, to: time, isTrimmed: true });
  }

  // Writes a take of a time range, perhaps without the silence around it, and returns the reply.
  async keep({ from, to, isTrimmed = false }) {
    const text = ({ file }) => `kept ${fileName(file)}`;
    const reply = await this.act("keep", { from: Math.round(from), to: Math.round(to), isTrimmed }, { text });
    if (!reply.error) await this.kept(reply.file);
    return reply;
  }

  draw(recording, time) {
    setAttribute(this.button, "aria-pressed", String(Boolean(recording)));
    const text = recording ? `End the take ${recording.file}` : `Record ${this.inputText(this.inputs())}`;
    setAttribute(this.button, "title", `${text} (F9)`);
    setText(element("record-text"), recording ? "Stop" : "Record");
    setText(element("record-time"), lengthText(recording ? (time - recording.since) / 1000000 : 0));
  }
}
