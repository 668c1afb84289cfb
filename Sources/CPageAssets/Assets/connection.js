// Returns the milliseconds before another attempt to connect.
export function retryDelay(attempt) {
  return Math.min(4000, 250 * 2 ** attempt);
}

// Separates the token from the settings in the part of an address after "#".
export function splitHash(hash) {
  const parts = hash.replace(/^#/, "").split("&").filter(Boolean);
  const token = parts.find((part) => /^[0-9a-f]{24,}$/i.test(part)) ?? "";
  return { token, settings: parts.filter((part) => part !== token).join("&") };
}

// The connection to the server. It reconnects by itself, and answers each command even if the server doesn't.
// Its status is "connecting", "live", "silent" (without an answer), "lost", or "refused" (for its token).
export class Connection {
  static patience = 12000; // milliseconds without a message until the server is silent
  static interval = 4000; // between two commands that only ask for the server's time
  static firstProbes = [50, 150, 400, 1000]; // milliseconds after the start; the fastest answer counts
  static refusal = 1008; // the code of a close because of the token
  static mostRefusals = 3; // closes without that code before the first message

  // Timed is called with the server's time, and with the time when the page asked for it.
  constructor({ url, token, received, changed, timed = () => {}, open = (url) => new WebSocket(url), clock = () => performance.now() }) {
    Object.assign(this, { url, token, received, changed, timed, open, clock });
    this.status = "connecting";
    this.attempt = 0;
    this.refusals = 0;
    this.count = 0;
    this.waiting = new Map();
    this.roundTrip = null;
    this.connect();
    setInterval(() => this.probe(), Connection.interval);
  }

  connect() {
    const socket = this.open(this.url);
    this.socket = socket;
    let wasOpen = false;
    socket.addEventListener("open", () => {
      wasOpen = true;
      socket.send(JSON.stringify({ token: this.token }));
    });
    socket.addEventListener("message", (event) => this.receive(JSON.parse(event.data)));
    socket.addEventListener("close", (event) => this.close(wasOpen, event.code));
  }

  receive(message) {
    this.heard = this.clock();
    if (message.hello) {
      this.attempt = this.refusals = 0;
      this.set("live");
      for (const delay of Connection.firstProbes) setTimeout(() => this.probe(), delay);
    } else if (this.status === "silent") {
      this.set("live");
    }
    if (message.reply === undefined) {
      this.received(message);
      return;
    }
    this.waiting.get(message.reply)?.(message);
    this.waiting.delete(message.reply);
  }

  close(wasOpen, code) {
    const wasLive = this.isLive;
    if (!wasLive && wasOpen) this.refusals += 1;
    const error = "not connected; the server may not have read the command";
    for (const answer of this.waiting.values()) answer({ error });
    this.waiting.clear();
    if (code === Connection.refusal || this.refusals >= Connection.mostRefusals) {
      this.set("refused");
      return;
    }
    this.delay = retryDelay(this.attempt);
    this.attempt += 1;
    this.set("lost");
    setTimeout(() => this.connect(), this.delay);
  }

  set(status) {
    this.status = status;
    this.changed(status);
  }

  get isLive() {
    return this.status === "live" || this.status === "silent";
  }

  // Sends a command, and returns its reply, which has an error if the server didn't obey.
  command(name, parameters = {}) {
    if (!this.isLive) return Promise.resolve({ error: "not connected" });
    this.count += 1;
    const id = this.count;
    this.socket.send(JSON.stringify({ id, do: name, ...parameters }));
    return new Promise((answer) => this.waiting.set(id, answer));
  }

  // Measures the time to an answer, and the server's time, and notices a stopped server.
  async probe() {
    if (!this.isLive) return;
    const start = this.clock();
    if (this.status === "live" && start - this.heard > Connection.patience) this.set("silent");
    if (this.isProbing) return;
    this.isProbing = true;
    const { now } = await this.command("ping");
    this.isProbing = false;
    if (!this.isLive) return;
    this.roundTrip = this.clock() - start;
    if (now !== undefined) this.timed(now, start);
  }
}
