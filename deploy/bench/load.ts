import { connect } from "node:net";

/** What a stretch of load showed: milliseconds and calls a second. */
export interface Load {
  perSecond: number;
  p50: number;
  p99: number;
  slowest: number;
  count: number;
}

export interface LoadOptions {
  port: number;
  /** The nth whole HTTP request, head and body. */
  request: (n: number) => Buffer;
  inFlight: number;
  /** How long; or, with `calls`, how many. */
  ms?: number;
  calls?: number;
}

/**
 * Keep-alive HTTP/1.1 over bare sockets, one per call in flight, so that the generator costs both sides of a comparison as little as it can.
 * Any answer but 200 ends the run: a refused call must not count as a fast one.
 */
export async function load({
  port,
  request,
  inFlight,
  ms = Number.POSITIVE_INFINITY,
  calls = Number.POSITIVE_INFINITY,
}: LoadOptions): Promise<Load> {
  const times: number[] = [];
  const began = performance.now();
  let sent = 0;
  const next = (): Buffer | null => (sent >= calls || performance.now() - began >= ms ? null : request(sent++));
  await Promise.all(Array.from({ length: inFlight }, () => oneSocket(port, next, (time) => times.push(time))));
  const seconds = (performance.now() - began) / 1000;
  times.sort((a, b) => a - b);
  return {
    perSecond: times.length / seconds,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    slowest: times.at(-1) ?? Number.NaN,
    count: times.length,
  };
}

/** Of an ascending list. */
export const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

function oneSocket(port: number, next: () => Buffer | null, done: (ms: number) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true });
    let since = 0;
    let parts: Buffer[] = [];
    let have = 0;
    let want = -1;
    const send = () => {
      const bytes = next();
      if (!bytes) return void socket.end(() => resolve());
      since = performance.now();
      socket.write(bytes);
    };
    socket.once("connect", send);
    socket.on("error", reject);
    socket.on("close", () => reject(new Error("the server closed the connection")));
    socket.on("data", (chunk: Buffer) => {
      parts.push(chunk);
      have += chunk.length;
      if (want < 0) want = wholeLength(parts.length === 1 ? chunk : Buffer.concat(parts));
      if (want < 0 || have < want) return;
      try {
        mustBeOk(parts);
      } catch (error) {
        socket.destroy();
        return reject(error);
      }
      done(performance.now() - since);
      parts = [];
      have = 0;
      want = -1;
      send();
    });
  });
}

/** Bytes of head and body together; -1 while the head is not complete. */
function wholeLength(bytes: Buffer): number {
  const end = bytes.indexOf("\r\n\r\n");
  if (end < 0) return -1;
  const length = /\r\ncontent-length: *(\d+)/i.exec(bytes.toString("latin1", 0, end))?.[1];
  if (length === undefined) throw new Error("an answer without content-length cannot be measured here");
  return end + 4 + Number(length);
}

function mustBeOk(parts: readonly Buffer[]): void {
  const status = parts[0]?.toString("latin1", 9, 12);
  if (status !== "200") throw new Error(`an answer was not 200: ${Buffer.concat(parts).toString().slice(0, 600)}`);
}

/** The bytes of one request. */
export function httpRequest(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body: Uint8Array = Buffer.alloc(0),
): Buffer {
  const lines = Object.entries({ host: "localhost", ...headers, "content-length": String(body.length) }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return Buffer.concat([Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n`), body]);
}
