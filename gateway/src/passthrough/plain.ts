import type { IncomingMessage } from "node:http";
import { promisify } from "node:util";
import { brotliDecompress, gunzip } from "node:zlib";
import { tooLargeMessage } from "@leashline/kit/rpc/bounds/bounds.ts";
import type { Format } from "@leashline/kit/rpc/unary.ts";
import { ErrorCode } from "@leashline/proto/leashline/options/v1/errors_pb.js";

/** The message of a unary call as it is read, however it was packed. */
export interface PlainCall {
  readonly format: Format;
  readonly body: Buffer;
}
/** Why there is none. */
export interface Unreadable {
  readonly code: ErrorCode;
  readonly message: string;
}
/** undefined: of a kind that only the service can refuse. */
export type Opened = PlainCall | Unreadable | undefined;

type Inflate = (body: Buffer, limit: number) => Promise<Buffer>;
const [unzip, unbrotli] = [promisify(gunzip), promisify(brotliDecompress)];
const inflaters: ReadonlyMap<string, Inflate> = new Map<string, Inflate>([
  ["identity", async (body) => body],
  ["gzip", (body, limit) => unzip(body, { maxOutputLength: limit })],
  ["br", (body, limit) => unbrotli(body, { maxOutputLength: limit })],
]);
const formats: ReadonlyMap<string, Format> = new Map([
  ["json", "json"],
  ["proto", "proto"],
  ["application/json", "json"],
  ["application/proto", "proto"],
]);

/** Whether a body is packed in a way that nobody here unpacks. */
export const isStrangelyPacked = ({ headers }: Pick<IncomingMessage, "headers">): boolean =>
  !inflaters.has(headers["content-encoding"] ?? "identity");

/** A Connect call by GET or with a packed body, as the plain POST it stands for. */
export async function openCall(request: IncomingMessage, body: Buffer, limit: number): Promise<Opened> {
  const { format, packing, packed } = request.method === "GET" ? inQuery(request.url ?? "") : inBody(request, body);
  return format && (await inflated(format, packing, packed, limit));
}

async function inflated(format: Format, packing: string, packed: Buffer, limit: number): Promise<Opened> {
  const inflate = inflaters.get(packing);
  if (!inflate) return undefined;
  try {
    return { format, body: await inflate(packed, limit) };
  } catch (error) {
    if ((error as { code?: string }).code === "ERR_BUFFER_TOO_LARGE")
      return { code: ErrorCode.FILE_TOO_LARGE, message: tooLargeMessage(limit) };
    return { code: ErrorCode.PARAMS_INVALID, message: "The body cannot be unpacked." };
  }
}

const inBody = ({ headers }: IncomingMessage, packed: Buffer) => ({
  format: formats.get(headers["content-type"] ?? ""),
  packing: headers["content-encoding"] ?? "",
  packed,
});

function inQuery(url: string) {
  const query = new URL(url, "http://gateway").searchParams;
  const packed = Buffer.from(query.get("message") ?? "", query.get("base64") === "1" ? "base64url" : "utf8");
  return { format: formats.get(query.get("encoding") ?? ""), packing: query.get("compression") ?? "identity", packed };
}

/** What stands before the message of a gRPC or gRPC-Web call: flags and length. */
export const frameHead = 5;

/** The one message of a gRPC or gRPC-Web call. */
export async function openFrame({ headers }: Pick<IncomingMessage, "headers">, body: Buffer, limit: number): Promise<Opened> {
  if (body.length < frameHead) return { code: ErrorCode.PARAMS_INVALID, message: "The call holds no message." };
  const end = frameHead + body.readUInt32BE(1);
  if (end !== body.length) return { code: ErrorCode.PARAMS_INVALID, message: "The call holds more or less than one message." };
  const [type = ""] = (headers["content-type"] ?? "").split(";");
  const isPacked = ((body[0] as number) & 1) === 1;
  const packing = isPacked ? String(headers["grpc-encoding"] ?? "") : "identity";
  return await inflated(type.trim().endsWith("json") ? "json" : "proto", packing, body.subarray(frameHead), limit);
}
