export const headEnd = Buffer.from("\r\n\r\n");
export const longestHead = 64 * 1024;
const hopByHop = new Set([
  "connection",
  "keep-alive",
  "transfer-encoding",
  "content-length",
  "date",
  "proxy-connection",
  "upgrade",
  "te",
  "trailer",
]);

/** The first part of an HTTP answer. */
export interface Head {
  status: number;
  headers: [string, string][];
  bodyAt: number;
  /** -1: until the connection closes; -2: chunked. */
  length: number;
  keep: boolean;
}

export function parseHead(text: string, bodyAt: number): Head {
  const head: Head = { status: Number(text.slice(9, 12)), headers: [], bodyAt, length: -1, keep: text.startsWith("HTTP/1.1") };
  if (!text.startsWith("HTTP/1.") || !(head.status >= 100)) throw new Error("no HTTP answer");
  let at = text.indexOf("\r\n");
  while (at >= 0) {
    const end = text.indexOf("\r\n", at + 2);
    const line = text.slice(at + 2, end < 0 ? undefined : end);
    at = end;
    const colon = line.indexOf(":");
    if (colon <= 0) continue;
    const name = line.slice(0, colon).toLowerCase();
    const value = line.slice(colon + 1).trim();
    if (name === "content-length") head.length = Number(value);
    else if (name === "transfer-encoding") head.length = -2;
    else if (name === "connection") head.keep = value.toLowerCase() !== "close";
    if (!hopByHop.has(name)) head.headers.push([name, value]);
  }
  if (head.status === 204 || head.status === 304) head.length = 0;
  return head;
}

/** The body of a chunked answer, or null while it is not whole yet. `end` is where the message ends. */
export function readChunks(bytes: Buffer, from: number): { body: Buffer; end: number } | null {
  const parts: Buffer[] = [];
  let at = from;
  for (;;) {
    const line = bytes.indexOf("\r\n", at);
    if (line < 0) return null;
    const size = Number.parseInt(bytes.toString("latin1", at, line), 16);
    if (!(size >= 0)) throw new Error("a chunk without a size");
    if (size === 0) {
      // Trailers, if any, end with an empty line.
      if (bytes.length >= line + 4 && bytes[line + 2] === 13) return { body: Buffer.concat(parts), end: line + 4 };
      const end = bytes.indexOf(headEnd, line);
      return end < 0 ? null : { body: Buffer.concat(parts), end: end + 4 };
    }
    if (bytes.length < line + 2 + size + 2) return null;
    parts.push(bytes.subarray(line + 2, line + 2 + size));
    at = line + 2 + size + 2;
  }
}
