import { element, setAttribute, setText } from "./parts.js";

// The command line of the latest action, or the reason why it failed.
export class CommandLine {
  constructor() {
    this.box = element("outcome");
    this.message = element("message");
    this.command = element("command");
    this.copy = element("copy-command");
    this.copy.addEventListener("click", async () => {
      const text = this.command.textContent;
      await navigator.clipboard.writeText(text).then(() => this.say("copied"), () => this.select());
    });
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

  // Replaces a text that is no longer true, unless a later one has.
  replace(old, text) {
    if (this.message.textContent.startsWith(old)) this.say(text);
  }

  // Shows a reply. A text is bad if it reports a failure of what the user tests.
  show({ error, command }, text, isBad = false) {
    this.say(error ?? text, isBad || Boolean(error));
    setText(this.command, command ?? "");
    setAttribute(this.command, "title", command ?? "");
    this.copy.disabled = !command;
  }
}
