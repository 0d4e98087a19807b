import type { IncomingMessage } from "node:http";

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
