// The settings of a page, in its address after "#", so that links and the Back button keep them.
export class Address {
  constructor() {
    const home = document.getElementById("home");
    const list = this.get("list");
    if (home && list) home.href = `${home.getAttribute("href")}#${list}`;
  }

  get values() {
    return new URLSearchParams(location.hash.slice(1));
  }

  get(name) {
    return this.values.get(name) ?? "";
  }

  // The parts of a setting that is a list.
  list(name) {
    return this.get(name).split(",").filter(Boolean);
  }

  // Changes settings without a new entry in the history. Empty values are removed.
  set(settings) {
    const { values } = this;
    for (const [name, value] of Object.entries(settings)) {
      if (value === "") values.delete(name);
      else values.set(name, value);
    }
    const text = values.toString();
    history.replaceState(null, "", text ? `#${text}` : location.pathname + location.search);
  }
}

// The light or dark scheme: that of the system until the button is pressed.
export class Theme {
  constructor(button) {
    this.button = button;
    this.listeners = [];
    this.system = matchMedia("(prefers-color-scheme: dark)");
    this.chosen = null;
    button.addEventListener("click", () => this.choose(this.isDark ? "light" : "dark"));
    this.system.addEventListener("change", () => this.apply());
    this.apply();
  }

  get isDark() {
    return (this.chosen ?? (this.system.matches ? "dark" : "light")) === "dark";
  }

  choose(name) {
    this.chosen = name;
    this.apply();
  }

  apply() {
    document.documentElement.dataset.theme = this.isDark ? "dark" : "light";
    this.button.textContent = this.isDark ? "Light" : "Dark";
    this.button.setAttribute("aria-label", this.isDark ? "Use light colors" : "Use dark colors");
    for (const listener of this.listeners) listener();
  }

  // A color of the style sheet, such as "--expected".
  color(name) {
    return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  }
}
