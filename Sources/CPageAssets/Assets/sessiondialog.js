import { element, make, setText } from "./parts.js";
import { rangeText } from "./ranges.js";
import { fileName } from "./takedetail.js";

// Returns a name of a session for a take: "idea-1" for "idea 1.mid".
export function sessionName(file) {
  return fileName(file).replace(/\.midi?$/i, "").replace(/[^\p{L}\p{N}._-]+/gu, "-").replace(/^-+|-+$/g, "");
}

// Asks for the name and the subject of a new session.
export class SessionDialog {
  static texts = {
    grid: "midirec's grid, and compare its lit cells", notes: "no program, and compare the take's own notes",
    piano: "midirec's piano, and compare its pressed keys", synth: "midirec's synthesizer, and compare its audio",
  };

  constructor({ act, made }) {
    Object.assign(this, { act, made });
    this.dialog = element("session-dialog");
    this.name = element("session-name");
    this.program = element("session-program");
    this.error = element("session-error");
    this.program.addEventListener("input", () => {
      this.dialog.querySelector("input[value=program]").checked = true;
    });
    element("session-cancel").addEventListener("click", () => this.dialog.close());
    element("session-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.submit();
    });
  }

  // Offers a program and the subjects of the server.
  offer(subjects) {
    for (const label of this.subjects ?? []) label.remove();
    this.subjects = subjects.map((name) => {
      const [label, choice] = [make("label"), make("input")];
      Object.assign(choice, { type: "radio", name: "subject", value: name });
      label.append(choice, ` ${SessionDialog.texts[name] ?? name}`);
      return label;
    });
    element("session-subjects").append(...this.subjects);
  }

  // Offers to create a session from a part of a take. Without a file, write writes the take, and returns the reply. Done is
  // called when the session exists.
  open({ name, file = null, part, write = null, done = () => {} }) {
    Object.assign(this, { file, part, write, done });
    this.name.value = sessionName(name);
    setText(element("session-take"), `${fileName(name)}, ${rangeText(part)}`);
    setText(this.error, "");
    this.dialog.showModal();
    this.name.select();
  }

  // Shows what takes time, during which the session can't be created again.
  setBusy(text) {
    setText(element("session-progress"), text);
    this.dialog.querySelector("[type=submit]").disabled = text !== "";
  }

  async submit() {
    setText(this.error, "");
    const choice = this.dialog.querySelector("input[name=subject]:checked").value;
    const program = this.program.value.trim();
    if (choice === "program" && !program) {
      setText(this.error, "A program needs a command line, such as python3 mapper.py");
      this.program.focus();
      return;
    }
    this.setBusy(choice === "program" ? "Running the program …" : "Creating the session …");
    const reply = await this.create({
      name: this.name.value.trim(), subject: choice === "program" ? null : choice,
      program: choice === "program" ? program : null,
    });
    this.setBusy("");
    setText(this.error, reply.error ?? "");
    if (reply.error) return;
    this.dialog.close();
    this.done();
    this.made(reply.name);
  }

  // Creates the session, and before it a take without a file. A second attempt uses the same take.
  async create(session) {
    if (this.file === null) {
      const { error, file } = await this.write();
      if (error) return { error };
      this.file = file;
    }
    return this.act("makeSession", { file: this.file, ...session, ...this.part },
      { text: `created the session ${session.name}` });
  }
}
