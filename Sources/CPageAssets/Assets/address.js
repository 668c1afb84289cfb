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
