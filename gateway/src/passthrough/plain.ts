import type { IncomingMessage } from "node:http";
import { promisify } from "node:util";
import { brotliDecompress, gunzip } from "node:zlib";
import type { Format } from "@leashline/kit/rpc/unary.ts";

/** A unary Connect call as its plain POST: connect-node would call bytes it cannot read a fault of its own, the short path calls them the caller's. */
export interface PlainCall {
  readonly format: Format;
  readonly body: Buffer;
}

const nothing = Buffer.alloc(0);

type Inflate = (body: Buffer, limit: number) => Promise<Buffer>;
const [unzip, unbrotli] = [promisify(gunzip), promisify(brotliDecompress)];
const inflaters: Readonly<Record<string, Inflate>> = {
  identity: async (body) => body,
  gzip: (body, limit) => unzip(body, { maxOutputLength: limit }),
  br: (body, limit) => unbrotli(body, { maxOutputLength: limit }),
};
const formats: Readonly<Record<string, Format>> = {
  json: "json",
  proto: "proto",
  "application/json": "json",
  "application/proto": "proto",
};

/** Whether a body is packed in a way that nobody here unpacks. */
export const isStrangelyPacked = ({ headers }: Pick<IncomingMessage, "headers">): boolean =>
  !((headers["content-encoding"] ?? "identity") in inflaters);

/** Whether a call by GET or with a packed body may stand for a plain POST. */
export const isUnpackable = (request: IncomingMessage): boolean =>
  request.method === "GET"
    ? inQuery(request.url ?? "").format !== undefined
    : request.headers["content-encoding"] !== undefined && inBody(request, nothing).format !== undefined;

/** A call by GET or with a packed body; undefined leaves it to connect-node, a text says why it cannot be read. */
export async function plainCall(request: IncomingMessage, body: Buffer, limit: number): Promise<PlainCall | string | undefined> {
  const { format, packing, packed } = request.method === "GET" ? inQuery(request.url ?? "") : inBody(request, body);
  const inflate = inflaters[packing];
  if (!format || !inflate) return undefined;
  try {
    return { format, body: await inflate(packed, limit) };
  } catch {
    return "The body cannot be unpacked, or is too large.";
  }
}

const inBody = ({ headers }: IncomingMessage, packed: Buffer) => ({
  format: formats[headers["content-type"] ?? ""],
  packing: headers["content-encoding"] ?? "",
  packed,
});

function inQuery(url: string) {
  const query = new URL(url, "http://gateway").searchParams;
  const packed = Buffer.from(query.get("message") ?? "", query.get("base64") === "1" ? "base64url" : "utf8");
  return { format: formats[query.get("encoding") ?? ""], packing: query.get("compression") ?? "identity", packed };
}
