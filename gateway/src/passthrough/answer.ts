import type { ServerResponse } from "node:http";
import type { ConnectError } from "@connectrpc/connect";
import { codeToHttpStatus, errorToJsonBytes } from "@connectrpc/connect/protocol-connect";
import { setTrailerStatus } from "@connectrpc/connect/protocol-grpc";
import { trailerSerialize } from "@connectrpc/connect/protocol-grpc-web";
import { unavailable as away, type FailOptions, fail, toConnectError } from "@leashline/kit/errors.ts";
import { ErrorInfoSchema } from "@leashline/proto/google/rpc/error_details_pb.js";
import { ErrorCode } from "@leashline/proto/leashline/options/v1/errors_pb.js";
import { programPolicy } from "../web/security.ts";

/** How a service-style caller speaks, told by the content type. */
export type Protocol = "connect" | "connectStream" | "grpcWeb" | "grpc";

export function protocolOf(contentType: string | undefined): Protocol {
  if (contentType === undefined || !contentType.startsWith("application/")) return "connect";
  if (contentType.startsWith("application/grpc-web")) return "grpcWeb";
  if (contentType.startsWith("application/grpc")) return "grpc";
  return contentType.startsWith("application/connect+") ? "connectStream" : "connect";
}

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

export function answerError(response: ServerResponse, contentType: string | undefined, error: ConnectError, headers: string[]): void {
  switch (protocolOf(contentType)) {
    case "connect":
      end(response, httpStatusOf(error), "application/json", errorToJsonBytes(error, undefined), [
        ...headers,
        ...[...error.metadata].flat(),
      ]);
      return;
    case "connectStream":
      end(response, 200, contentType as string, frame(2, endOfStream(error)), headers);
      return;
    case "grpcWeb":
      end(response, 200, contentType as string, frame(0x80, trailerSerialize(trailersOf(error))), headers);
      return;
    case "grpc":
      end(response, 200, contentType as string, new Uint8Array(), [...headers, ...[...trailersOf(error)].flat()]);
  }
}

/** As Connect maps its codes, but for a body that is too large: another try after a while would be no use. */
function httpStatusOf(error: ConnectError): number {
  const [info] = error.findDetails(ErrorInfoSchema);
  return info?.reason === ErrorCode[ErrorCode.FILE_TOO_LARGE] ? 413 : codeToHttpStatus(error.code);
}

/** What a caller hears while a service is away: typed, and worth another try. */
export const unavailable = (): ConnectError => toConnectError(away());

function end(response: ServerResponse, status: number, type: string, body: Uint8Array, headers: string[]): void {
  response.writeHead(status, [
    "content-type",
    type,
    "content-length",
    String(body.length),
    "cache-control",
    "no-store",
    "x-content-type-options",
    "nosniff",
    "content-security-policy",
    programPolicy,
    ...headers,
  ]);
  response.end(body);
}

function trailersOf(error: ConnectError): Headers {
  const trailers = new Headers();
  setTrailerStatus(trailers, error);
  return trailers;
}

function endOfStream(error: ConnectError): Uint8Array {
  return Buffer.from(`{"error":${Buffer.from(errorToJsonBytes(error, undefined)).toString()}}`);
}

/** One frame of a stream: flags, length, payload. */
function frame(flags: number, payload: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(5 + payload.length);
  bytes[0] = flags;
  new DataView(bytes.buffer).setUint32(1, payload.length);
  bytes.set(payload, 5);
  return bytes;
}
