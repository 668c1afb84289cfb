import { element, setAttribute, setText } from "./parts.js";

// One place for what the latest action did: its command line, or why it failed.
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

  // The user copies a selection if the browser doesn't let a page copy.
  select() {
    getSelection().selectAllChildren(this.command);
    this.say("selected; copy it with Ctrl-C");
  }

  say(text, isError = false) {
    setText(this.message, text);
    setAttribute(this.box, "data-error", String(isError));
  }

  // Shows a reply. Without a command line, the previous one stays.
  show(reply, text) {
    if (reply.error) this.say(reply.error, true);
    else if (text) this.say(text);
    if (!reply.command) return;
    setText(this.command, reply.command);
    this.command.title = reply.command;
    this.copy.disabled = false;
  }
}
