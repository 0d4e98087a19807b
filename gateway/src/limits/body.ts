import type { IncomingMessage, ServerResponse } from "node:http";

const nothing = Buffer.alloc(0);

/** The whole body, or null when it is larger than the limit. A caller who leaves half-way is not answered. */
export function readBody(request: IncomingMessage, limit: number, done: (body: Buffer | null) => void): void {
  const announced = Number(request.headers["content-length"] ?? 0);
  if (announced > limit) {
    done(null);
    return;
  }
  let first: Buffer | null = null;
  let chunks: Buffer[] | null = null;
  let size = 0;
  request.on("data", (chunk: Buffer) => {
    size += chunk.length;
    if (size > limit) {
      request.removeAllListeners("data");
      request.removeAllListeners("end");
      return done(null);
    }
    if (first === null) first = chunk;
    else if (chunks === null) chunks = [first, chunk];
    else chunks.push(chunk);
  });
  request.on("end", () => done(chunks === null ? (first ?? nothing) : Buffer.concat(chunks, size)));
}

const longestMs = 500;
const mostBytes = 32 * 1024 * 1024;

/**
 * Ends an answer whose head is written to somebody who is still sending: what comes is dropped for a moment, so that they come to read the answer; a
 * reset of the connection at once would take it away from them. Where more is still to come then, the connection ends.
 */
export function endWhileSending(request: IncomingMessage, response: ServerResponse, bytes: Uint8Array): void {
  if (bytes.length > 0) response.write(bytes);
  let left = mostBytes;
  const end = (whole: boolean) => {
    clearTimeout(late);
    request.off("data", count).off("end", all);
    response.end(() => {
      if (!whole) request.destroy();
    });
  };
  const all = () => end(true);
  const count = (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) end(false);
  };
  const late = setTimeout(() => end(false), longestMs);
  request.on("data", count).once("end", all);
  request.once("close", () => clearTimeout(late));
  request.resume();
}
