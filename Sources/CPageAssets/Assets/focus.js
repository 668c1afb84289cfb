import { isField } from "./typing.js";

const stops = "button, a[href], input, select, textarea, [tabindex]";
const parts = "[data-panel], header, footer, nav, dialog, [popover]";

function canHaveFocus(node) {
  return node.isConnected && !node.disabled && node.checkVisibility({ visibilityProperty: true });
}

// Keeps the focus near a control that had it. If the control vanishes or is disabled, a neighbor gets the focus.
export class Focus {
  constructor() {
    this.last = null;
    document.addEventListener("focusin", ({ target }) => this.remember(target));
    // A control that the user has left is still there after the script that removes others.
    document.addEventListener("focusout", () => queueMicrotask(() => {
      if (this.last && document.activeElement === document.body && canHaveFocus(this.last.node)) this.last = null;
    }));
  }

  // Remembers a control with its neighbors.
  remember(node) {
    const part = node.closest(parts) ?? document.body;
    const order = [...part.querySelectorAll(stops)];
    const place = order.indexOf(node);
    const row = node.closest("li");
    this.last = {
      node, part, row, list: row?.parentElement, index: row ? [...row.parentElement.children].indexOf(row) : -1,
      others: [...order.slice(place + 1), ...order.slice(0, Math.max(0, place)).reverse()],
    };
  }

  // Gives the focus to a neighbor of a control that has vanished.
  restore() {
    const { last } = this;
    const { activeElement } = document;
    if (!last || canHaveFocus(last.node) || (activeElement !== document.body && canHaveFocus(activeElement))) return;
    this.neighbor(() => true).focus();
  }

  // Leaves a field of text, in which the computer's keys don't play.
  leave() {
    this.neighbor((node) => !isField(node)).focus();
  }

  // Returns the first control of the same row, or of the row in its place. Without a row, returns the next control of the
  // part of the page, the one before, or the part itself.
  neighbor(isWanted) {
    const { part, row, list, index, others } = this.last;
    const near = row?.isConnected ? row : (list?.children[index] ?? list?.children[index - 1]);
    const candidates = [...(near?.querySelectorAll(stops) ?? []), ...others];
    const found = candidates.find((node) => canHaveFocus(node) && isWanted(node));
    if (!found) part.tabIndex = -1;
    return found ?? part;
  }
}
