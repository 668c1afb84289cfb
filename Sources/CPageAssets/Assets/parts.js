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

// The children of a box, one per item. A child stays as long as its key.
export class KeyedRows {
  // Create returns an object with a node, and update lets it show an item.
  constructor(box, create, update) {
    Object.assign(this, { box, create, update });
    this.rows = new Map();
  }

  set(items, keyOf) {
    const old = new Set(this.rows.keys());
    for (const [index, item] of items.entries()) {
      const key = keyOf(item);
      old.delete(key);
      let row = this.rows.get(key);
      if (!row) this.rows.set(key, row = this.create(item));
      this.update(row, item);
      if (this.box.children[index] !== row.node) this.box.insertBefore(row.node, this.box.children[index] ?? null);
    }
    for (const key of old) {
      this.rows.get(key).node.remove();
      this.rows.delete(key);
    }
  }
}
