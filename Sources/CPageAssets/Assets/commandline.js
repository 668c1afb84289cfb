import { element, setAttribute, setHidden, setText } from "./parts.js";

// The command line of the latest action, or the reason why it failed.
export class CommandLine {
  // Act performs a command. Shown commands are kept by the server for pages that are opened later.
  constructor({ act }) {
    this.act = act;
    this.box = element("outcome");
    this.message = element("message");
    this.command = element("command");
    this.copy = element("copy-command");
    this.copy.addEventListener("click", async () => {
      const text = this.command.textContent;
      await navigator.clipboard.writeText(text).then(() => this.say("copied"), () => this.select());
    });
    this.undo = element("undo");
    this.undo.addEventListener("click", () => this.takeBack());
  }

  // Shows the button that takes back the latest action of any page.
  drawUndo(action) {
    this.action = action;
    setHidden(this.undo, !action);
    if (!action) return;
    setText(this.undo, `undo: ${action.text}`);
    setAttribute(this.undo, "title", `Take back: ${action.text}`);
  }

  async takeBack() {
    const { number, text } = this.action;
    const reply = await this.act("undo", { number }, { isQuiet: true });
    this.show(reply, `took back: ${text}${reply.text ? `; ${reply.text}` : ""}`);
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
    this.say("selected; copy it with Ctrl-C");
  }

  say(text, isError = false) {
    setText(this.message, text);
    setAttribute(this.box, "data-error", String(isError));
  }

  // Shows a notice, unless the latest action has failed: its error stays until the next action.
  notify(text) {
    if (this.box.getAttribute("data-error") !== "true") this.say(text);
  }

  // Replaces a text that is no longer true, unless a later one has.
  replace(old, text) {
    if (this.message.textContent.startsWith(old)) this.say(text);
  }

  // Shows a reply. A text is bad if it reports a failure of what the user tests.
  show({ error, command }, text, isBad = false) {
    this.say(error ?? text, isBad || Boolean(error));
    if ((command ?? "") !== (this.wasShown ?? "")) this.act("shown", { words: command ?? "" }, { isQuiet: true });
    this.wasShown = command ?? "";
    setText(this.command, command ?? "");
    setAttribute(this.command, "title", command ?? "");
    this.copy.disabled = !command;
  }
}
