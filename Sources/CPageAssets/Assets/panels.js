import { element, isDialogOpen, make, setAttribute } from "./parts.js";

// The shown parts of the page, and the chosen tab of a narrow page. The page's address keeps both.
export class Panels {
  static names = {
    ports: "Inputs", output: "Output", sounds: "Sounds", strip: "Last minute", held: "Held notes", values: "Values",
    grid: "Grid", piano: "Piano", log: "Log", takes: "Takes", sessions: "Sessions",
  };
  static tabs = { play: "Play", held: "Held", log: "Log", takes: "Takes", sounds: "Sounds" };
  static narrow = "(max-width: 699px)"; // as in the style sheet
  static narrowFirst = ["piano", "strip", "grid", "output", "log"];

  constructor({ address, changed }) {
    Object.assign(this, { address, changed });
    this.boxes = new Map([...document.querySelectorAll("[data-panel]")].map((box) => [box.dataset.panel, box]));
    this.checks = new Map(Object.entries(Panels.names).map(([name, text]) => [name, this.addChoice(name, text)]));
    this.tabs = new Map(Object.entries(Panels.tabs).map(([name, text]) => [name, this.addTab(name, text)]));
    this.readAddress();
    this.homes = new Map([...document.querySelectorAll(".column, .pair, .tools")].map((box) => [box, [...box.children]]));
    const narrow = matchMedia(Panels.narrow);
    narrow.addEventListener("change", () => this.arrange(narrow.matches));
    if (narrow.matches) this.arrange(true);
    document.addEventListener("keydown", (event) => this.press(event));
  }

  // F6 goes to the next panel, and with Shift to the one before.
  press(event) {
    if (event.key !== "F6" || event.ctrlKey || event.altKey || event.metaKey || isDialogOpen()) return;
    event.preventDefault();
    const shown = [...document.querySelectorAll("[data-panel]")].filter((box) => box.checkVisibility());
    const place = shown.indexOf(document.activeElement.closest("[data-panel]"));
    const box = event.shiftKey ? shown.at(Math.max(place, 0) - 1) : shown[(place + 1) % shown.length];
    if (!box) return;
    box.tabIndex = -1;
    box.focus();
  }

  // A narrow page has another order, which Tab follows.
  arrange(isNarrow) {
    for (const [box, children] of this.homes) box.append(...children);
    if (!isNarrow) return;
    document.querySelector("main").prepend(...Panels.narrowFirst.map((name) => this.boxes.get(name)));
    document.querySelector(".tools").prepend(element("theme"), element("open-help"));
  }

  readAddress() {
    this.closed = new Set(this.address.list("closed"));
    this.tab = this.address.get("tab");
    if (!Object.hasOwn(Panels.tabs, this.tab)) this.tab = "play";
    this.apply();
  }

  addChoice(name, text) {
    const [label, check] = [make("label"), make("input")];
    check.type = "checkbox";
    check.autofocus = !element("panel-choices").hasChildNodes(); // The menu gets the focus.
    check.dataset.panelChoice = name;
    check.addEventListener("change", () => {
      if (check.checked) this.closed.delete(name);
      else this.closed.add(name);
      this.address.set({ closed: [...this.closed].join(",") });
      this.apply();
    });
    label.append(check, ` ${text}`);
    element("panel-choices").append(label);
    return check;
  }

  addTab(name, text) {
    const tab = make("button", "", text);
    tab.type = "button";
    tab.dataset.tabChoice = name;
    tab.setAttribute("role", "tab");
    tab.addEventListener("click", () => this.choose(name));
    tab.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (!step) return;
      const names = Object.keys(Panels.tabs);
      this.choose(names[(names.indexOf(name) + step + names.length) % names.length]);
      this.tabs.get(this.tab).focus();
    });
    element("tabs").append(tab);
    return tab;
  }

  choose(tab) {
    this.tab = tab;
    this.address.set({ tab: tab === "play" ? "" : tab });
    this.apply();
  }

  apply() {
    document.body.dataset.tab = this.tab;
    for (const [name, box] of this.boxes) {
      box.hidden = this.closed.has(name);
      this.checks.get(name).checked = !box.hidden;
      box.classList.toggle("in-tab", box.dataset.tab.split(" ").includes(this.tab));
    }
    for (const [name, tab] of this.tabs) {
      setAttribute(tab, "aria-selected", String(name === this.tab));
      tab.tabIndex = name === this.tab ? 0 : -1;
    }
    for (const box of document.querySelectorAll(".column, .pair")) {
      box.classList.toggle("is-empty", [...box.querySelectorAll("[data-panel]")].every((panel) => panel.hidden));
    }
    this.changed();
  }
}
