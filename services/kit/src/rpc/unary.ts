import type http from "node:http";
import {
  type DescMessage,
  type DescMethod,
  fromBinary,
  fromJson,
  type JsonValue,
  type Message,
  ScalarType,
  toBinary,
  toJsonString,
} from "@bufbuild/protobuf";
import { type FieldError, isFieldError } from "@bufbuild/protobuf/reflect";
import type { ConnectError } from "@connectrpc/connect";
import { codeToHttpStatus, errorToJsonBytes } from "@connectrpc/connect/protocol-connect";
import { nameWhatIsGiven } from "@leashline/proto/descriptors/update-mask.ts";
import { fail, Refusal } from "../errors.ts";
import { mustKnowValues } from "./json/known-values.ts";
import { settleLongTexts } from "./json/long-texts.ts";
import { readable } from "./json/readable.ts";

/** How a unary Connect call speaks. */
export type Format = "proto" | "json";
/** A whole answer as it goes on the wire. */
export type Answer = { status: number; type: string; bytes: Uint8Array };

const jsonType = /^application\/json(?:; ?charset=utf-?8)?$/i;
const plainTimeout = /^\d{1,10}$/;
const jsonIn = { ignoreUnknownFields: true };
const jsonOut = { alwaysEmitImplicit: false };

/** The format of a call that the short path may answer; null leaves it to connect-node: GET, compressed bodies, streams, gRPC, gRPC-Web. */
export function formatOf({ method, headers }: Pick<http.IncomingMessage, "method" | "headers">): Format | null {
  if (method !== "POST" || headers["content-encoding"] !== undefined) return null;
  const timeout = headers["connect-timeout-ms"] as string | undefined;
  if (timeout !== undefined && !plainTimeout.test(timeout)) return null;
  const type = headers["content-type"];
  if (type === "application/proto") return "proto";
  return type !== undefined && jsonType.test(type) ? "json" : null;
}

export function readMessage(schema: DescMessage, body: Uint8Array, format: Format): Message {
  try {
    if (format === "proto") return fromBinary(schema, body);
    const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString();
    const json = JSON.parse(text) as JsonValue;
    mustKnowValues(schema, json);
    const message = settleLongTexts(schema, fromJson(schema, json, jsonIn));
    nameWhatIsGiven(schema, message, json);
    return message;
  } catch (error) {
    if (error instanceof Refusal) throw error;
    const unread = unreadField(error as Error);
    const what = unread ? `${unread.field} ${unread.reason}` : (error as Error).message;
    throw fail("PARAMS_INVALID", { message: `The request cannot be read: ${what}`, ...unread });
  }
}

/** Which field could not be read, as far as that is known: of one in another message, its own name. */
function unreadField({ cause }: Error): { field: string; reason: string } | null {
  if (!isFieldError(cause)) return null;
  const field = cause.field();
  return { field: field.kind === "field" ? field.jsonName : field.name, reason: reasonOf(cause) };
}

const { DOUBLE, FLOAT, BOOL, STRING } = ScalarType;
const kinds = new Map<ScalarType | undefined, string>([
  [DOUBLE, "must be a number"],
  [FLOAT, "must be a number"],
  [BOOL, "must be true or false"],
  [STRING, "must be text"],
]);
const scalar = /^expected (?:number|bigint|boolean|string)/;
const tooFar = /: -?\d+ out of range$/;

/** What a value should have been, in the words of the legacy face; what is wrong otherwise as the reader of the JSON says it. */
function reasonOf(error: FieldError): string {
  const field = error.field();
  const [, before = "", said = ""] = /^(list item #\d+: )?(.*)$/s.exec(error.message) ?? [];
  if (field.kind !== "field" || !scalar.test(said) || said.endsWith("invalid UTF8")) return error.message;
  return before + (tooFar.test(said) ? "is out of range" : (kinds.get(field.scalar) ?? "must be a whole number"));
}

export function answerOf(method: DescMethod, message: Message, format: Format): Answer {
  if (format === "proto") return { status: 200, type: "application/proto", bytes: toBinary(method.output, message) };
  const text = toJsonString(method.output, readable(method.output, message), jsonOut);
  return { status: 200, type: "application/json", bytes: Buffer.from(text) };
}

export function errorAnswer(error: ConnectError): Answer {
  return { status: codeToHttpStatus(error.code), type: "application/json", bytes: errorToJsonBytes(error, undefined) };
}

const oneWriteUpTo = 16_384;

/** Ends an answer whose head is written. As Latin-1 text (byte for byte the same) a small body leaves in one write together with the head. */
export function endWith(response: Pick<http.ServerResponse, "end">, bytes: Uint8Array): void {
  if (bytes.length > oneWriteUpTo) response.end(bytes);
  else response.end(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1"), "latin1");
}
