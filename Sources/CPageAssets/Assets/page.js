import { Cursor, TimeAxis } from "./axis.js";
import { Differences } from "./differences.js";
import { Input } from "./input.js";
import { DifferenceList } from "./list.js";
import { Colors, Surface } from "./painting.js";
import { Playback } from "./playback.js";
import { Address, Theme } from "./settings.js";

// A page of differences between two takes. It connects the list, the picture, sound, and input with the differences,
// the time axis, and the time cursor. Its subclasses add views, and paint the picture.
export class DifferencePage {
  // Box is the ID of the picture's element, rows are its parts, layers are the notes of both sides, from and to are
  // their time range, and noun is the word for a difference.
  constructor({ kinds, differences, title, verdict }, { box, rows, layers, from, to, noun }) {
    this.address = new Address();
    this.theme = new Theme(document.getElementById("theme"));
    this.colors = new Colors(this.theme);
    this.box = document.getElementById(box);
    this.surface = new Surface(this.box.querySelector("canvas"));
    this.layers = layers;
    this.axis = new TimeAxis(from, to);
    const first = differences.find(({ time }) => time !== null)?.time ?? 0;
    this.cursor = new Cursor(this.axis, Math.max(0, Math.min(to, first)));
    this.differences = new Differences(kinds, differences, layers, this.readWantedKinds(kinds));
    document.getElementById("title").textContent = title;
    document.getElementById("verdict").textContent = verdict;
    document.getElementById("verdict").className = differences.length === 0 ? "good" : "bad";
    for (const id of ["previous", "next"]) document.getElementById(id).disabled = differences.length === 0;
    const { axis, cursor } = this;
    this.input = new Input({ axis, rows, cursor, keys: this.keys });
    this.list = new DifferenceList({
      differences: this.differences, cursor, noun, whenText: (difference) => this.whenText(difference),
      choose: (index) => this.choose(index), filtered: () => this.keepKinds(),
    });
    this.playback = new Playback({ axis, cursor, layers, element: this.box });
    axis.changed = () => this.request();
    for (const part of rows) part.changed = () => this.request();
  }

  // Starts when all views exist.
  start() {
    this.cursor.moved = () => this.requestState();
    this.theme.listeners.push(() => this.requestState());
    const sizes = new ResizeObserver(() => this.resize());
    for (const part of [this.box, this.list.list, ...this.sizedParts]) sizes.observe(part);
    this.resize();
    const chosen = Number(this.address.get("difference")) - 1;
    if (chosen >= 0) this.choose(chosen);
    this.draw();
  }

  // The other elements whose sizes matter.
  get sizedParts() {
    return [];
  }

  get keys() {
    return {
      " ": () => this.playback.toggle(),
      e: () => this.playback.toggle("expected"),
      a: () => this.playback.toggle("actual"),
      n: () => this.step(1),
      p: () => this.step(-1),
      Escape: () => this.choose(-1),
    };
  }

  // Reads the wanted kinds from the address.
  readWantedKinds(kinds) {
    const found = this.address.list("kinds").map((name) => kinds.findIndex((kind) => kind.name === name));
    return new Set(found.filter((kind) => kind >= 0));
  }

  // Stores the wanted kinds in the address.
  keepKinds() {
    const { kinds, wantedKinds } = this.differences;
    this.address.set({ kinds: [...wantedKinds].map((kind) => kinds[kind].name).join(",") });
    this.request();
  }

  resize() {
    this.axis.width = this.box.clientWidth;
    this.list.draw();
    this.requestState();
  }

  // Draws with the next frame, once.
  request() {
    if (this.isRequested) return;
    this.isRequested = true;
    requestAnimationFrame(() => {
      this.isRequested = false;
      this.draw();
    });
  }

  // Also shows the state at the time cursor again.
  requestState() {
    this.isStateOld = true;
    this.request();
  }

  draw() {
    if (this.surface.fit()) this.drawPicture();
    if (this.isStateOld) this.drawState();
    this.isStateOld = false;
  }

  drawState() {}

  chooseOrMove(index, x) {
    if (index >= 0) this.choose(index);
    else this.cursor.move(this.axis.time(x));
  }

  step(count) {
    const index = this.differences.step(count, this.cursor.time);
    if (index >= 0) this.choose(index);
  }

  // Chooses a difference and shows it in the list and the picture; −1 clears the choice.
  choose(index) {
    const { differences } = this;
    differences.choose(index);
    const difference = differences.chosenDifference;
    this.extent = difference ? differences.extent(index) : null;
    this.address.set({ difference: difference ? String(index + 1) : "" });
    if (difference) {
      this.list.reveal(index);
      this.show(difference);
      if (this.extent.from !== undefined) this.cursor.move(difference.time ?? this.extent.from);
      this.isStateOld = true;
    }
    this.list.draw();
    this.request();
  }
}
