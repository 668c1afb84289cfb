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
