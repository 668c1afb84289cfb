// Elements of a page that changes many times a second. The functions change an element only if it differs.

export function element(id) {
  return document.getElementById(id);
}

export function make(tag, className = "", text = "") {
  const node = document.createElement(tag);
  if (className) node.className = className;
  if (text) node.textContent = text;
  return node;
}

export function makeButton(className, text, action, label = "") {
  const button = make("button", className, text);
  button.type = "button";
  if (label) button.title = label;
  if (label) button.setAttribute("aria-label", label);
  button.addEventListener("click", action);
  return button;
}

// Returns whether a key that is held would click a button again, such as one that deletes the next take.
export function isRepeatedClick({ repeat, key, target }) {
  return repeat && key === "Enter" && target.closest("button") !== null;
}

// Returns whether a dialog or a menu is open, whose keys do nothing else.
export function isDialogOpen() {
  return document.querySelector("dialog[open], [popover]:popover-open") !== null;
}

export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

export function setAttribute(node, name, value) {
  if (node.getAttribute(name) !== value) node.setAttribute(name, value);
}

export function setHidden(node, isHidden) {
  if (node.hidden !== isHidden) node.hidden = isHidden;
}

// Sets the length of a bar, from 0 to 1.
export function setShare(bar, share) {
  const text = `scaleX(${Math.min(1, Math.max(0, share)).toFixed(3)})`;
  if (bar.style.transform !== text) bar.style.transform = text;
}

// The children of a box, one per item. A child stays as long as its key. Tab reaches one control of all rows, from which
// the arrows reach the others: up and down in other rows, left and right in the same one. Tab also reaches the controls of
// a form or a group that was opened in a row.
export class KeyedRows {
  static controls = "button, a";
  static opened = "form, [role=group]";

  // Create returns an object with a node, and update lets it show an item.
  constructor(box, create, update) {
    Object.assign(this, { box, create, update });
    this.rows = new Map();
    this.stop = null; // the control that Tab reaches
    box.addEventListener("focusin", ({ target }) => this.stopAt(target.closest(KeyedRows.controls)));
    box.addEventListener("keydown", (event) => this.press(event));
  }

  set(items, keyOf) {
    const old = new Set(this.rows.keys());
    for (const [index, item] of items.entries()) {
      const key = keyOf(item);
      old.delete(key);
      let row = this.rows.get(key);
      if (!row) this.rows.set(key, row = this.make(item));
      this.update(row, item);
      if (this.box.children[index] !== row.node) this.box.insertBefore(row.node, this.box.children[index] ?? null);
    }
    for (const key of old) {
      this.rows.get(key).node.remove();
      this.rows.delete(key);
    }
    const isGone = !this.stop?.isConnected || this.stop.disabled || this.stop.closest("[hidden]");
    if (isGone) this.stopAt(this.box.querySelector(KeyedRows.controls));
  }

  // Scrolls the box, but not the page, as little as necessary to show a row.
  reveal(key) {
    const { box } = this;
    const row = this.rows.get(key)?.node.getBoundingClientRect();
    if (!row) return;
    const top = box.getBoundingClientRect().top + box.clientTop;
    // The beginning of a row that is higher than the box stays visible.
    box.scrollTop += Math.min(row.top - top, Math.max(0, row.bottom - top - box.clientHeight));
  }

  make(item) {
    const row = this.create(item);
    for (const control of row.node.querySelectorAll(KeyedRows.controls)) {
      if (!control.closest(KeyedRows.opened)) control.tabIndex = -1;
    }
    return row;
  }

  stopAt(control) {
    if (!control || control.closest(KeyedRows.opened)) return;
    if (this.stop) this.stop.tabIndex = -1;
    this.stop = control;
    control.tabIndex = 0;
  }

  press(event) {
    const row = [...this.box.children].find((child) => child.contains(event.target));
    const own = KeyedRows.controlsOf(row);
    const place = own.indexOf(event.target);
    if (place < 0) return;
    const others = [...this.box.children].map(KeyedRows.controlsOf).filter((controls) => controls.length > 0);
    const index = others.findIndex((controls) => controls.includes(event.target));
    const goals = {
      ArrowLeft: own[place - 1], ArrowRight: own[place + 1], ArrowUp: others[index - 1], ArrowDown: others[index + 1],
      Home: others[0], End: others.at(-1),
    };
    if (!Object.hasOwn(goals, event.key)) return;
    event.preventDefault();
    const goal = goals[event.key];
    const control = Array.isArray(goal) ? goal[Math.min(place, goal.length - 1)] : goal;
    control?.focus();
  }

  static controlsOf(row) {
    const controls = [...row.querySelectorAll(KeyedRows.controls)];
    return controls.filter((control) => !control.disabled && !control.closest(KeyedRows.opened) && control.checkVisibility());
  }
}
