import { element, setAttribute, setHidden, setText } from "./parts.js";

// The message of the latest action, which is the reason if it failed, and its command line.
export class CommandLine {
  // Act performs a command. Shown commands are kept by the server for pages that are opened later. Renamed is called with
  // the name of a take that gets it back.
  constructor({ act, renamed }) {
    Object.assign(this, { act, renamed });
    this.box = element("outcome");
    this.message = element("message");
    this.command = element("command");
    this.copy = element("copy-command");
    this.copy.addEventListener("click", async () => {
      const text = this.command.textContent;
      await navigator.clipboard.writeText(text).then(() => this.tell("copied"), () => this.select());
    });
    this.undo = element("undo");
    this.undo.addEventListener("click", () => this.undoAction());
  }

  // Shows the button that undoes the latest action of any page.
  drawUndo(action) {
    this.action = action;
    setHidden(this.undo, !action);
    if (!action) return;
    setText(this.undo, `undo: ${action.text}`);
    setAttribute(this.undo, "title", `Undo: ${action.text}`);
  }

  async undoAction() {
    if (!this.action) return;
    const { number, text } = this.action;
    const reply = await this.act("undo", { number }, { isQuiet: true });
    this.show(reply, `undone: ${text}${reply.text ? `; ${reply.text}` : ""}`);
    if (reply.file) this.renamed(reply.file);
  }

  // Shows the last command of any page, unless this page has shown one.
  restore(command) {
    if (this.wasShown !== undefined) return;
    this.wasShown = command;
    this.show({ command }, "the last command line");
  }

  // Selects the command, for a browser that doesn't let a page copy.
  select() {
    getSelection().selectAllChildren(this.command);
    this.tell("selected; copy it with Ctrl-C");
  }

  // Shows a message that belongs to the shown command.
  tell(text, isError = false) {
    setText(this.message, text);
    setAttribute(this.message, "title", text);
    setAttribute(this.box, "data-error", String(isError));
  }

  // Shows a message without a command.
  say(text, isError = false) {
    this.tell(text, isError);
    this.setCommand("");
  }

  setCommand(command) {
    setText(this.command, command);
    setAttribute(this.command, "title", command);
    this.copy.disabled = command === "";
  }

  // Shows a notice, unless the latest action has failed: its error stays until the next action.
  notify(text) {
    if (this.box.getAttribute("data-error") !== "true") this.say(text);
  }

  // Replaces a text that is no longer true, unless a later one has.
  replace(old, text) {
    if (this.message.textContent.startsWith(old)) this.tell(text);
  }

  // Shows a reply. A text is bad if it reports a failure of what the user tests.
  show({ error, command }, text, isBad = false) {
    const words = command ?? "";
    this.tell(error ?? text, isBad || Boolean(error));
    if (words !== (this.wasShown ?? "")) this.act("shown", { words }, { isQuiet: true });
    this.wasShown = words;
    this.setCommand(words);
  }
}
