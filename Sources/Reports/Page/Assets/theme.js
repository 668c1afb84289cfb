// Light and dark: as the system has it, until the button is pressed.
class Theme {
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
    this.button.setAttribute("aria-label", this.isDark ? "Use light colours" : "Use dark colours");
    for (const listener of this.listeners) listener();
  }

  // A colour of the style sheet, such as "--expected".
  colour(name) {
    return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  }
}
