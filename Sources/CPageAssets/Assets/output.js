import { element, make, setAttribute, setHidden, setText } from "./parts.js";

// Returns words that raise a controller from 0 to 127 within a second.
export function sweepWords(controller) {
  const values = [...Array.from({ length: 16 }, (_, step) => step * 8), 127];
  return values.map((value, index) => `${index === 0 ? "" : "+60ms "}cc ${controller} ${value}`).join(" ");
}

// The output that the page plays to, and messages to send to it.
export class Output {
  static tests = {
    "test-note": { words: "on C4 90 +400ms off C4 64", text: "sent C4" },
    "test-chord": { words: "chord C4 E4 G4 vel 90 for 800ms", text: "sent C major" },
    "test-sweep": { words: sweepWords(1), text: "sent a sweep of controller 1" },
  };

  constructor({ act, channel }) {
    this.act = act;
    this.select = element("output");
    this.missing = element("output-missing");
    this.words = element("words");
    this.error = element("words-error");
    this.select.addEventListener("change", () => this.choose());
    for (const [id, { words, text }] of Object.entries(Output.tests)) {
      element(id).addEventListener("click", () => {
        act("send", { words: channel() === 1 ? words : `ch ${channel()} ${words}` }, { text });
      });
    }
    element("send").addEventListener("submit", (event) => {
      event.preventDefault();
      this.send();
    });
    this.words.addEventListener("input", () => setText(this.error, ""));
  }

  async send() {
    const words = this.words.value.trim();
    if (!words) return;
    const { error } = await this.act("send", { words }, { text: "sent" });
    setText(this.error, error ?? "");
    setAttribute(this.words, "aria-invalid", String(Boolean(error)));
  }

  async choose() {
    this.isChoosing = true;
    const { value, selectedOptions: [option] } = this.select;
    const text = value ? `chose the output ${option.textContent}` : "chose no output";
    await this.act("output", { address: value || null }, { text });
    this.isChoosing = false;
    this.drawn = "";
  }

  // Shows where to choose, after a note that had neither an output nor a sound.
  want() {
    this.select.dataset.wanted = "true";
  }

  // The chosen output stays in the list if it vanishes.
  draw({ outputs, output, sound }, isHeard) {
    setHidden(this.missing, !output || output.isConnected);
    setAttribute(this.select, "data-chosen", String(output !== null));
    if (output || sound || isHeard) this.select.dataset.wanted = "false";
    const drawn = JSON.stringify([outputs, output]);
    if (drawn === this.drawn || this.isChoosing) return;
    this.drawn = drawn;
    const option = (text, value, title = "") => {
      const node = make("option", "", text);
      node.title = title;
      node.value = value;
      return node;
    };
    const options = [option("None", ""), ...outputs.map(({ name, alias, address }) => option(alias ?? name, address, name))];
    const chosen = outputs.find(({ name }) => name === output?.name);
    if (output && !chosen) options.push(option(`${output.name} (missing)`, "missing"));
    this.select.replaceChildren(...options);
    this.select.value = output ? (chosen?.address ?? "missing") : "";
  }
}
