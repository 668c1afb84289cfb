import { element, setText } from "./parts.js";

// The settings of the piano: its channel, and the octave and velocity of the computer's keys.
export class PianoTools {
  constructor({ address, fingers, keys, changed }) {
    Object.assign(this, { address, fingers, keys, changed });
    this.velocity = element("velocity");
    this.typing = element("typing");
    this.channel = element("channel");
    for (let number = 1; number <= 16; number += 1) this.channel.append(new Option(String(number)));
    this.channel.addEventListener("change", () => {
      fingers.channel = Number(this.channel.value);
    });
    this.aftertouch = element("aftertouch");
    this.aftertouch.value = fingers.aftertouch = PianoTools.aftertouch(address.get("pressure"));
    this.aftertouch.addEventListener("change", () => {
      const { value } = this.aftertouch;
      fingers.aftertouch = value;
      address.set({ pressure: value === "channel" ? "" : value || "off" });
    });
    element("octave-down").addEventListener("click", () => keys.shift(-1));
    element("octave-up").addEventListener("click", () => keys.shift(1));
    this.velocity.addEventListener("input", () => {
      keys.velocity = Number(this.velocity.value);
      this.draw();
    });
    this.typing.checked = keys.isOn = address.get("typing") !== "off";
    this.typing.addEventListener("change", () => this.switchTyping());
    this.draw();
  }

  // Returns what pressure changes, from the page's address.
  static aftertouch(setting) {
    if (setting === "off") return "";
    return setting === "note" ? "note" : "channel";
  }

  switchTyping() {
    this.keys.isOn = this.typing.checked;
    this.address.set({ typing: this.typing.checked ? "" : "off" });
    this.draw();
  }

  draw() {
    const { octave, velocity } = this.keys;
    setText(element("octave"), String(octave));
    setText(element("velocity-text"), String(velocity));
    this.velocity.value = velocity;
    this.changed();
  }
}
