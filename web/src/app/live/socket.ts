import { type Frame, readConnectReply, readFrame } from "./frames.ts";

/** "open": live. "waiting": trying again. "closed": given up, or not wanted. */
export type SocketState = "connecting" | "open" | "waiting" | "closed";

export type SocketOptions = {
  /** Address with a fresh token in it; asked for again on every attempt. */
  address: () => Promise<string>;
  onFrame: (frame: Frame) => void;
  onState: (state: SocketState) => void;
  /** The connection is back after a break: whatever was shown may be out of date. */
  onResume: () => void;
  /** Gets a new session going; true when it worked. */
  reauthenticate: () => Promise<boolean>;
  maxRetry?: number;
  retryDelayMs?: number;
  reconnect?: boolean;
  reauth?: boolean;
  open?: (url: string) => WebSocket;
};

/** One websocket kept alive: 5 retries, a second apart, reconnecting and re-authenticating by default (growth §9). */
export class Socket {
  readonly #options: Required<SocketOptions>;
  #socket: WebSocket | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #retries = 0;
  #wanted = false;
  #wasOpen = false;
  #generation = 0;

  constructor(options: SocketOptions) {
    this.#options = { maxRetry: 5, retryDelayMs: 1000, reconnect: true, reauth: true, open: (url) => new WebSocket(url), ...options };
  }

  start(): void {
    if (this.#wanted) return;
    this.#wanted = true;
    this.#retries = 0;
    void this.#connect();
  }

  /** Try again at once, for example when the browser says that it is online. */
  nudge(): void {
    if (!this.#wanted || this.#socket?.readyState === WebSocket.OPEN) return;
    clearTimeout(this.#timer);
    this.#retries = 0;
    void this.#connect();
  }

  stop(): void {
    this.#wanted = false;
    this.#wasOpen = false;
    this.#generation++;
    clearTimeout(this.#timer);
    this.#socket?.close();
    this.#socket = undefined;
    this.#options.onState("closed");
  }

  async #connect(): Promise<void> {
    const mine = ++this.#generation;
    this.#options.onState("connecting");
    try {
      const url = await this.#options.address();
      if (mine !== this.#generation) return;
      this.#socket?.close();
      const socket = this.#options.open(url);
      this.#socket = socket;
      socket.onmessage = (event) => mine === this.#generation && this.#receive(String(event.data));
      socket.onclose = (event) => mine === this.#generation && this.#lost(event.code === 4401);
    } catch {
      if (mine === this.#generation) this.#lost(false);
    }
  }

  #receive(text: string): void {
    const reply = readConnectReply(text);
    if (reply) {
      if (reply.code === 401) this.#lost(true);
      else if (reply.code === 200) this.#opened();
      else console.warn("websocket: refused", reply.code, reply.reason);
      return;
    }
    const frame = readFrame(text);
    if (frame) this.#options.onFrame(frame);
    else console.warn("websocket: malformed frame ignored");
  }

  #opened(): void {
    this.#retries = 0;
    this.#options.onState("open");
    if (this.#wasOpen) this.#options.onResume();
    this.#wasOpen = true;
  }

  #lost(unauthenticated: boolean): void {
    this.#generation++;
    this.#socket?.close();
    this.#socket = undefined;
    if (!this.#wanted) return;
    if (!this.#options.reconnect || this.#retries >= this.#options.maxRetry) {
      this.#options.onState("closed");
      return;
    }
    this.#retries++;
    this.#options.onState("waiting");
    if (unauthenticated && this.#options.reauth) void this.#renew();
    else this.#timer = setTimeout(() => void this.#connect(), this.#options.retryDelayMs);
  }

  async #renew(): Promise<void> {
    const renewed = await this.#options.reauthenticate().catch(() => false);
    if (!this.#wanted) return;
    if (renewed) await this.#connect();
    else this.stop();
  }
}

/**
 * After the five quick retries of growth §9 the socket is closed; a restart of the server takes longer than that, and a shop's calendar stands open all
 * day. So it is tried again, slowly, for as long as it stays closed.
 */
export const retryClosed = (nudge: () => void, everyMs = 15_000): { onState: (state: SocketState) => void; stop: () => void } => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => clearTimeout(timer);
  return {
    onState: (state) => {
      stop();
      if (state === "closed") timer = setTimeout(nudge, everyMs);
    },
    stop,
  };
};
