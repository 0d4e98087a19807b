import { connect, type Socket } from "node:net";
import { type Head, headEnd, longestHead, parseHead, readChunks } from "./http-text.ts";

/**
 * A small HTTP/1.1 client for our own services: one request per connection at a time, whole bodies both ways. The gateway and the services
 * ask through it. node:http costs this hop twice as much (docs/performance.md); what it offers beyond this, streams and trailers, is not needed here.
 */
export interface Reply {
  status: number;
  /** Lower-case names. Hop-by-hop headers are left out. */
  headers: [string, string][];
  body: Buffer;
}

/** One call, whole. Values of headers come from parsed HTTP headers or from us, so they hold no line breaks. */
export interface Request {
  verb: "GET" | "POST";
  target: string;
  /** Header lines, each with its line end. */
  lines: string;
  body: Uint8Array;
}

/** The bytes of a call on the wire. */
export function requestBytes({ verb, target, lines, body }: Request): Buffer {
  const length = verb === "GET" ? "" : `content-length: ${body.length}\r\n`;
  const head = `${verb} ${target} HTTP/1.1\r\nhost: leashline\r\n${lines}${length}\r\n`;
  const bytes = Buffer.allocUnsafe(head.length + body.length);
  bytes.write(head, 0, "latin1");
  bytes.set(body, head.length);
  return bytes;
}

export type Done = (error: WireError | null, reply: Reply | null) => void;

/** Why no answer came. */
export class WireError extends Error {
  readonly timedOut: boolean;
  constructor(message: string, timedOut = false) {
    super(message);
    this.timedOut = timedOut;
  }
}

/** One connection to a service. */
class Line {
  readonly socket: Socket;
  idleSince = 0;
  #done: Done | null = null;
  #parts: Buffer[] = [];
  #size = 0;
  #head: Head | null = null;
  #timer: NodeJS.Timeout | null = null;
  readonly #free: (line: Line) => void;

  constructor(host: string, port: number, free: (line: Line) => void, gone: (line: Line) => void) {
    this.#free = free;
    this.socket = connect({ host, port, noDelay: true, keepAlive: true });
    this.socket.on("data", (chunk: Buffer) => this.#read(chunk));
    this.socket.on("error", (error) => this.#end(error.message));
    this.socket.on("end", () => this.#closed());
    this.socket.on("close", () => {
      gone(this);
      this.#end("the connection closed");
    });
  }

  send(bytes: Buffer, timeoutMs: number, done: Done): void {
    this.#done = done;
    this.socket.ref();
    this.#timer = setTimeout(() => this.#fail(new WireError(`no answer within ${timeoutMs} ms`, true)), timeoutMs);
    this.socket.write(bytes);
  }

  /** Nobody waits for it: it keeps no process alive. */
  rest(): void {
    this.idleSince = performance.now();
    this.socket.unref();
  }

  destroy(): void {
    this.socket.destroy();
  }

  #read(chunk: Buffer): void {
    if (this.#done === null) {
      this.destroy();
      return;
    }
    this.#parts.push(chunk);
    this.#size += chunk.length;
    try {
      this.#advance(false);
    } catch (error) {
      this.#fail(new WireError((error as Error).message));
    }
  }

  #advance(closed: boolean): void {
    this.#head ??= this.#readHead();
    const head = this.#head;
    if (head === null) return;
    if (head.length >= 0) {
      const end = head.bodyAt + head.length;
      if (this.#size >= end) this.#finish(this.#bytes().subarray(head.bodyAt, end), head.keep && this.#size === end);
    } else if (head.length === -2) {
      const read = readChunks(this.#bytes(), head.bodyAt);
      if (read) this.#finish(read.body, head.keep && this.#size === read.end);
    } else if (closed) this.#finish(this.#bytes().subarray(head.bodyAt), false);
  }

  #readHead(): Head | null {
    const bytes = this.#bytes();
    const end = bytes.indexOf(headEnd);
    if (end < 0) {
      if (bytes.length > longestHead) throw new Error("headers without end");
      return null;
    }
    const head = parseHead(bytes.toString("latin1", 0, end), end + 4);
    if (head.status >= 200) return head;
    // An interim answer such as 100: the real one follows.
    this.#parts = [bytes.subarray(end + 4)];
    this.#size = bytes.length - end - 4;
    return this.#size > 0 ? this.#readHead() : null;
  }

  #bytes(): Buffer {
    if (this.#parts.length > 1) this.#parts = [Buffer.concat(this.#parts, this.#size)];
    return this.#parts[0] ?? Buffer.alloc(0);
  }

  #finish(body: Buffer, keep: boolean): void {
    const { status, headers } = this.#head as Head;
    const done = this.#settle();
    if (keep) this.#free(this);
    else this.destroy();
    done?.(null, { status, headers, body });
  }

  #closed(): void {
    if (this.#done !== null && this.#head?.length === -1) this.#advance(true);
  }

  #fail(error: WireError): void {
    const done = this.#settle();
    this.destroy();
    done?.(error, null);
  }

  #end(message: string): void {
    this.#settle()?.(new WireError(message), null);
  }

  #settle(): Done | null {
    const done = this.#done;
    if (this.#timer) clearTimeout(this.#timer);
    this.#done = null;
    this.#timer = null;
    this.#head = null;
    this.#parts = [];
    this.#size = 0;
    return done;
  }
}

// Shorter than any server's keep-alive time-out, so that we do not write to a connection that is about to be closed.
const longestIdleMs = 4_000;

const mostWaiting = 10_000;
type Waiting = { go: (line: Line) => void };

/** The connections to one service. Beyond `most` open ones calls wait their turn. */
export class Wire {
  readonly #host: string;
  readonly #port: number;
  readonly #most: number;
  readonly #idle: Line[] = [];
  readonly #open = new Set<Line>();
  readonly #waiting = new Set<Waiting>();

  constructor(url: URL, most = 128) {
    this.#host = url.hostname.replace(/^\[|\]$/g, "");
    this.#port = Number(url.port || 80);
    this.#most = most;
  }

  /** Sends one call. A connection may break under it; one that may be repeated (`again`) is tried once more on another. */
  call(bytes: Buffer, timeoutMs: number, again: boolean, done: Done): void {
    const end = performance.now() + timeoutMs;
    this.send(bytes, timeoutMs, (error, reply) => {
      if (reply !== null || !again || error?.timedOut) done(error, reply);
      else this.send(bytes, Math.max(1, end - performance.now()), done);
    });
  }

  send(bytes: Buffer, timeoutMs: number, done: Done): void {
    const line = this.#take();
    if (line) line.send(bytes, timeoutMs, done);
    else if (this.#waiting.size < mostWaiting) this.#wait(bytes, timeoutMs, done);
    else done(new WireError("too many calls wait for this service"), null);
  }

  /** While a service does not answer, its connections are all in use: who waits for one is told so in a quarter of the time a call may take. */
  #wait(bytes: Buffer, timeoutMs: number, done: Done): void {
    const since = performance.now();
    const turnMs = timeoutMs / 4;
    const late = setTimeout(() => {
      this.#waiting.delete(waiting);
      done(new WireError(`no connection to the service was free within ${Math.round(turnMs)} ms`, true), null);
    }, turnMs);
    const go = (line: Line) => {
      clearTimeout(late);
      line.send(bytes, timeoutMs - (performance.now() - since), done);
    };
    const waiting: Waiting = { go };
    this.#waiting.add(waiting);
  }

  #next(): Waiting | undefined {
    const [next] = this.#waiting;
    if (next) this.#waiting.delete(next);
    return next;
  }

  close(): void {
    for (const line of this.#open) line.destroy();
  }

  #take(): Line | null {
    const freshAfter = performance.now() - longestIdleMs;
    for (;;) {
      const line = this.#idle.pop();
      if (!line) break;
      if (line.idleSince > freshAfter && line.socket.writable) return line;
      line.destroy();
    }
    return this.#open.size < this.#most ? this.#dial() : null;
  }

  #dial(): Line {
    const line = new Line(
      this.#host,
      this.#port,
      (free) => this.#freed(free),
      (gone) => this.#gone(gone),
    );
    this.#open.add(line);
    return line;
  }

  #freed(line: Line): void {
    const next = this.#next();
    if (next) {
      next.go(line);
      return;
    }
    line.rest();
    this.#idle.push(line);
  }

  #gone(line: Line): void {
    this.#open.delete(line);
    const at = this.#idle.indexOf(line);
    if (at >= 0) this.#idle.splice(at, 1);
    if (this.#open.size < this.#most) this.#next()?.go(this.#dial());
  }
}
