import { KeyedRows, element, make, makeButton, setAttribute, setHidden, setText } from "./parts.js";
import { lookAt, showLook } from "./portlooks.js";
import { Rate } from "./rates.js";
import { counted, grouped } from "./words.js";

// Returns names that an address has, without the ones that are badly encoded.
export function decodedNames(texts) {
  return texts.flatMap((text) => {
    try {
      return [decodeURIComponent(text)];
    } catch {
      return [];
    }
  });
}

// The inputs with their activity, and the choice of those that the page shows. The page's address keeps the choice.
export class PortList {
  static glow = 150000; // the microseconds for which a lamp shows a message
  static interval = 250000; // between two changes of a rate, so that it can be read

  // Renamed is called if an input has a different name or look.
  constructor({ address, clock, act, announce, changed, renamed }) {
    Object.assign(this, { address, clock, act, announce, changed, renamed });
    this.inputs = [];
    this.known = new Map();
    this.showsHidden = false;
    this.readAddress();
    this.rows = new KeyedRows(
      element("inputs"), (input) => this.create(input), (row, input) => this.update(row, input));
    this.more = element("hidden-ports");
    this.more.addEventListener("click", () => {
      this.showsHidden = !this.showsHidden;
      this.draw(this.time);
    });
    element("hide-idle").addEventListener("click", () => this.hideIdle());
  }

  readAddress() {
    const read = (name) => new Set(decodedNames(this.address.list(name)));
    this.choices = { hide: read("hide"), solo: read("solo"), pin: read("pin") };
  }

  keep() {
    const text = (names) => [...names].map((name) => name.replace(/[%,]/g, encodeURIComponent)).join(",");
    const { hide, solo, pin } = this.choices;
    this.address.set({ hide: text(hide), solo: text(solo), pin: text(pin) });
    this.changed();
  }

  toggle(choice, name) {
    const names = this.choices[choice];
    if (!names.delete(name)) names.add(name);
    this.keep();
  }

  // Hides the inputs that have sent nothing, or shows all again.
  hideIdle() {
    const { pin } = this.choices;
    const idle = this.inputs.filter(({ count, name }) => count === 0 && !pin.has(name)).map(({ name }) => name);
    const isAny = idle.some((name) => !this.choices.hide.has(name));
    this.choices.hide = isAny ? new Set([...this.choices.hide, ...idle]) : new Set();
    this.keep();
  }

  isShownName(name) {
    const { hide, solo, pin } = this.choices;
    return pin.has(name) || (solo.size > 0 ? solo.has(name) : !hide.has(name));
  }

  // Returns whether the page shows an input.
  isShown(id) {
    const input = this.known.get(id);
    return !input || this.isShownName(input.name);
  }

  // The alias of an input, or its full name.
  name(id) {
    return this.known.get(id)?.alias ?? this.fullName(id);
  }

  // The look of an input that has sent.
  lookOf(id) {
    return lookAt(this.known.get(id)?.place ?? 0);
  }

  fullName(id) {
    return this.known.get(id)?.name ?? "unknown port";
  }

  // The numbers of the shown inputs, or null if all are shown.
  get shownInputs() {
    const shown = this.inputs.filter(({ name }) => this.isShownName(name));
    return shown.length === this.inputs.length ? null : shown.map(({ id }) => id);
  }

  // The connected inputs that the user has chosen with "solo", or null for all inputs.
  get chosen() {
    const { solo } = this.choices;
    if (solo.size === 0) return null;
    return this.inputs.filter(({ name, isConnected, address }) => solo.has(name) && isConnected && address !== "");
  }

  set(inputs, time) {
    this.inputs = inputs;
    let isRenamed = false;
    for (const input of inputs) {
      const known = this.known.get(input.id);
      if (known && known.isConnected !== input.isConnected) {
        this.announce(`${input.alias ?? input.name} ${input.isConnected ? "is connected again" : "disconnected"}`);
      }
      if (known && (known.alias !== input.alias || known.place !== input.place)) isRenamed = true;
      const entry = { rate: new Rate(), shown: -Infinity, ...known, ...input };
      if (known && input.count > known.count) entry.lit = time;
      entry.rate.add(time, input.count);
      this.known.set(input.id, entry);
    }
    const ids = new Set(inputs.map(({ id }) => id));
    for (const id of this.known.keys()) if (!ids.has(id)) this.known.delete(id);
    if (isRenamed) this.renamed();
  }

  get hasSent() {
    return this.inputs.some(({ count }) => count > 0);
  }

  // The names of the connected inputs: instruments first, and the studio's own last.
  get connected() {
    const place = ({ usb, address }) => (usb === null ? 1 : 0) + (address === "" ? 1 : 0);
    const connected = this.inputs.filter(({ isConnected }) => isConnected);
    return connected.sort((a, b) => place(a) - place(b)).map(({ id }) => this.name(id));
  }

  // Returns the names of the shown instruments, and of an output, that are gone. Programs end without being missed.
  missing(output) {
    const gone = this.inputs.filter(({ isConnected, usb, name }) => !isConnected && usb !== null && this.isShownName(name));
    const names = gone.map(({ id }) => this.name(id));
    return [...new Set(output && !output.isConnected ? [...names, output.name] : names)];
  }

  // Forgets the inputs of an earlier run of the studio.
  reset() {
    this.known.clear();
  }

  draw(time) {
    this.time = time;
    const { pin } = this.choices;
    const order = (input) => (this.isShownName(input.name) ? (pin.has(input.name) ? 0 : 1) : 2);
    const shown = this.inputs.filter((input) => this.showsHidden || order(input) < 2);
    shown.sort((a, b) => order(a) - order(b));
    this.rows.set(shown, ({ id }) => id);
    const count = this.inputs.filter((input) => order(input) === 2).length;
    setHidden(this.more, count === 0);
    setText(this.more, `${this.showsHidden ? "▾" : "▸"} ${grouped(count)} hidden`);
    setAttribute(this.more, "aria-expanded", String(this.showsHidden));
  }

  create(input) {
    const { name } = input;
    const node = make("li", "port");
    const lamp = make("span", "lamp");
    lamp.setAttribute("aria-hidden", "true");
    const [title, rate] = [make("b", "name", name), make("span", "rate")];
    const [detail, tools] = [make("span", "detail"), make("span", "port-tools")];
    const buttons = new Map(["pin", "solo", "hide"].map((choice) => {
      const button = makeButton("small", choice, () => this.toggle(choice, name), `${choice} ${name}`);
      button.dataset.choice = choice;
      tools.append(button);
      return [choice, button];
    }));
    const rename = makeButton("small", "name", () => this.openForm(row), `Give ${name} a name`);
    if (input.address !== "") tools.append(rename);
    node.dataset.port = name;
    const [upper, lower] = [make("span", "upper"), make("span", "lower")];
    upper.append(title, rate);
    lower.append(detail, tools);
    node.append(lamp, upper, lower);
    const row = { id: input.id, node, lamp, title, rate, detail, buttons, rename };
    return row;
  }

  // Asks for an alias in the row of an input.
  openForm(row) {
    if (row.form) return;
    const [form, field, save] = [make("form", "alias"), make("input"), make("button", "small", "save")];
    const { name, alias } = this.known.get(row.id);
    Object.assign(field, { type: "text", value: alias ?? "", placeholder: name, maxLength: 60 });
    field.setAttribute("aria-label", `Name of ${name}; empty for its own name`);
    const close = () => {
      row.form = null;
      form.remove();
      row.rename.focus();
    };
    form.append(field, save);
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const wanted = field.value.trim() || null;
      const text = wanted ? `${name} is called ${wanted}` : `${name} has its own name again`;
      const { error } = await this.act("alias", { input: row.id, name: wanted }, { text });
      if (!error) close();
    });
    field.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      close();
    });
    row.form = form;
    row.node.append(form);
    field.focus();
  }

  update(row, input) {
    const { time } = this;
    const entry = this.known.get(input.id);
    const isLit = time - (entry.lit ?? -Infinity) < PortList.glow;
    const activity = isLit ? "lit" : input.count > 0 ? "on" : "idle";
    setAttribute(row.node, "data-state", input.isConnected ? activity : "missing");
    setAttribute(row.node, "data-shown", String(this.isShownName(input.name)));
    const look = input.place === null ? null : lookAt(input.place);
    showLook(row.node, look);
    setText(row.lamp, input.isConnected ? (look?.sign ?? "") : "⚠");
    setText(row.title, input.alias ?? input.name);
    setAttribute(row.title, "title", input.name);
    if (time - entry.shown >= PortList.interval || time < entry.shown) {
      entry.shown = time;
      const rate = entry.rate.at(time);
      setText(row.rate, !input.isConnected ? "" : rate > 0 ? `${grouped(rate)}/s` : "");
      row.rate.title = counted(input.count, "message");
    }
    setText(row.detail, this.detail(input));
    for (const [choice, button] of row.buttons) {
      setAttribute(button, "aria-pressed", String(this.choices[choice].has(input.name)));
    }
  }

  detail({ isConnected, since, clock, count, address }) {
    const start = since === null ? "the start" : this.clock.minutes(since);
    if (!isConnected) return `missing since ${start}, comes back by itself`;
    if (clock) return `${clock.bpm.toFixed(1)} BPM ± ${clock.jitter.toFixed(1)} ms`;
    return [address, count === 0 ? "silent" : ""].filter(Boolean).join(" · ");
  }
}
