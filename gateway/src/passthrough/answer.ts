import type { IncomingMessage, ServerResponse } from "node:http";
import { Code, ConnectError } from "@connectrpc/connect";
import { codeToHttpStatus, errorFromJsonBytes, errorToJsonBytes } from "@connectrpc/connect/protocol-connect";
import { setTrailerStatus } from "@connectrpc/connect/protocol-grpc";
import { trailerSerialize } from "@connectrpc/connect/protocol-grpc-web";
import { unavailable as away, type FailOptions, fail, toConnectError, tooLateFor } from "@leashline/kit/errors.ts";
import { tooLargeMessage } from "@leashline/kit/rpc/bounds/bounds.ts";
import { ErrorInfoSchema } from "@leashline/proto/google/rpc/error_details_pb.js";
import { ErrorCode } from "@leashline/proto/leashline/options/v1/errors_pb.js";
import { endWhileSending } from "../limits/body.ts";
import { programPolicy } from "../web/security.ts";

/** How a service-style caller speaks, told by the content type. */
export type Protocol = "connect" | "grpcWeb" | "grpc";

export function protocolOf(contentType: string | undefined): Protocol {
  if (contentType?.startsWith("application/grpc-web")) return "grpcWeb";
  return contentType?.startsWith("application/grpc") ? "grpc" : "connect";
}

/** What is said of a refusal in other words than the catalogue's: of a call that came too late, whether it is simply made again. */
export const wordsOf = (code: ErrorCode, read: boolean): string | undefined =>
  code === ErrorCode.DEADLINE_EXCEEDED ? tooLateFor(read).message : undefined;

/** A refusal of the gateway itself, in the caller's own protocol. */
export function refuse(
  response: ServerResponse,
  contentType: string | undefined,
  code: ErrorCode,
  headers: string[],
  options?: FailOptions,
): void {
  answerError(response, contentType, toConnectError(fail(code, options)), headers);
}

/** Refuses a body that is too large, and of which more may still come. */
export function refuseLarge(request: IncomingMessage, response: ServerResponse, headers: string[], limit: number): void {
  const error = toConnectError(fail("FILE_TOO_LARGE", { message: tooLargeMessage(limit) }));
  answerError(response, request.headers["content-type"], error, headers, (bytes) => endWhileSending(request, response, bytes));
}

type End = (bytes: Uint8Array) => void;

export function answerError(
  response: ServerResponse,
  contentType: string | undefined,
  error: ConnectError,
  headers: string[],
  finish: End = (bytes) => void response.end(bytes),
): void {
  switch (protocolOf(contentType)) {
    case "connect": {
      const told = [...headers, ...[...error.metadata].flat()];
      end(response, httpStatusOf(error), "application/json", errorToJsonBytes(error, undefined), told, finish);
      return;
    }
    case "grpcWeb":
      end(response, 200, contentType as string, frame(0x80, trailerSerialize(trailersOf(error))), headers, finish);
      return;
    case "grpc":
      endWithTrailersOnly(response, ["content-type", contentType as string, ...common, ...headers, ...[...trailersOf(error)].flat()]);
  }
}

/** A whole answer of a service, or of ours, in the frames of gRPC or gRPC-Web. */
export function answerFramed(response: ServerResponse, contentType: string, body: Uint8Array, headers: string[]): void {
  const message = frame(0, body);
  response.writeHead(200, ["content-type", contentType, ...headers]);
  if (protocolOf(contentType) === "grpcWeb") {
    response.end(Buffer.concat([message, frame(0x80, Buffer.from("grpc-status: 0\r\n"))]));
    return;
  }
  response.write(message);
  response.addTrailers({ "grpc-status": "0" });
  response.end();
}

/** An error as a service writes it in JSON. */
export function errorIn(bytes: Uint8Array): ConnectError {
  const unreadable = new ConnectError("unreadable error", Code.Internal);
  try {
    return errorFromJsonBytes(bytes, new Headers(), unreadable);
  } catch {
    return unreadable;
  }
}

/** As Connect maps its codes, but for a body that is too large: another try after a while would be no use. */
function httpStatusOf(error: ConnectError): number {
  const [info] = error.findDetails(ErrorInfoSchema);
  return info?.reason === ErrorCode[ErrorCode.FILE_TOO_LARGE] ? 413 : codeToHttpStatus(error.code);
}

/** What a caller hears while a service is away: typed, and worth another try. */
export const unavailable = (): ConnectError => toConnectError(away());

const common = ["cache-control", "no-store", "x-content-type-options", "nosniff", "content-security-policy", programPolicy];

function end(response: ServerResponse, status: number, type: string, body: Uint8Array, headers: string[], finish: End): void {
  response.writeHead(status, ["content-type", type, "content-length", String(body.length), ...common, ...headers]);
  finish(body);
}

/** gRPC takes an answer without a message for one only if its first headers are its last: nothing may be sent between them and the end. */
function endWithTrailersOnly(response: ServerResponse, headers: string[]): void {
  response.statusCode = 200;
  const cookies: string[] = [];
  for (let at = 0; at < headers.length; at += 2) {
    const [name, value] = [headers[at] as string, headers[at + 1] as string];
    if (name === "set-cookie") cookies.push(value);
    else response.setHeader(name, value);
  }
  if (cookies.length > 0) response.setHeader("set-cookie", cookies);
  response.end();
}

function trailersOf(error: ConnectError): Headers {
  const trailers = new Headers();
  setTrailerStatus(trailers, error);
  return trailers;
}

/** One frame: flags, length, payload. */
function frame(flags: number, payload: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(5 + payload.length);
  bytes[0] = flags;
  new DataView(bytes.buffer).setUint32(1, payload.length);
  bytes.set(payload, 5);
  return bytes;
}
