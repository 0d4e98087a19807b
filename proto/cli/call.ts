import { randomUUID } from "node:crypto";
import type { DescMethodUnary, Message } from "@bufbuild/protobuf";
import { Code, ConnectError, type Transport } from "@connectrpc/connect";
import { createConnectTransport } from "@connectrpc/connect-node";
import type { ContractMethod } from "../descriptors/contract.ts";
import { BadRequestSchema, ErrorInfoSchema } from "../gen/google/rpc/error_details_pb.js";
import type { Identity } from "./identity.ts";
import { exit, Usage } from "./usage.ts";

export interface CallOptions {
  identity: Identity;
  business: string | undefined;
  idempotencyKey: string | undefined;
}

export function openTransport(url: string): Transport {
  return createConnectTransport({ baseUrl: url, httpVersion: "1.1", useBinaryFormat: true, defaultTimeoutMs: 60_000 });
}

/** One call. A write carries a key, so that the one repetition after a broken connection cannot do it twice. */
export async function callOnce(transport: Transport, method: ContractMethod, request: Message, options: CallOptions): Promise<Message> {
  const headers = new Headers(options.identity.headers);
  if (options.business) headers.set("x-leashline-business-id", options.business);
  if (!method.read) headers.set("idempotency-key", options.idempotencyKey ?? randomUUID());
  const send = async () =>
    (await transport.unary(method.desc as DescMethodUnary, undefined, undefined, headers, request as never)).message as Message;
  try {
    return await send();
  } catch (error) {
    if (ConnectError.from(error).code !== Code.Unavailable) throw error;
    return await send();
  }
}

/** Every page of a list. */
export async function callAll(transport: Transport, method: ContractMethod, request: Message, options: CallOptions): Promise<Message[]> {
  const [token, next] = [method.desc.input.field.pageToken, method.desc.output.field.nextPageToken];
  if (!token || !next) throw new Usage("This call has no pages; leave --all out.");
  const pages: Message[] = [];
  const bag = request as unknown as Record<string, unknown>;
  for (;;) {
    const page = await callOnce(transport, method, request, options);
    pages.push(page);
    const following = (page as unknown as Record<string, string>)[next.localName];
    if (!following || following === bag[token.localName]) return pages;
    bag[token.localName] = following;
  }
}

/** An error as a person reads it, and the exit code. */
export function explain(error: unknown): { text: string; code: number } {
  if (error instanceof Usage) return { text: error.message, code: exit.usage };
  const refusal = ConnectError.from(error);
  const info = refusal.findDetails(ErrorInfoSchema)[0];
  const fields = refusal.findDetails(BadRequestSchema)[0]?.fieldViolations ?? [];
  const number = info?.domain === "leashline" ? ` (${info.metadata.code})` : "";
  const lines = [`${textOf(refusal)}${number}`, ...fields.map(({ field, description }) => `  --${field}: ${description}`)];
  return { text: lines.join("\n"), code: exitCode(refusal.code, info !== undefined) };
}

function textOf(error: ConnectError): string {
  if (error.code === Code.Unauthenticated && error.rawMessage === "no auth")
    return "You are not signed in. Run leashline login, or set LEASHLINE_API_KEY";
  if (error.code === Code.Unavailable || error.code === Code.DeadlineExceeded) return `The server does not answer: ${error.rawMessage}`;
  return error.rawMessage;
}

function exitCode(code: Code, isOurs: boolean): number {
  if (code === Code.Unauthenticated) return exit.signedOut;
  if (code === Code.PermissionDenied) return exit.forbidden;
  if (code === Code.Unavailable || code === Code.DeadlineExceeded) return exit.away;
  return code === Code.Internal || (code === Code.Unknown && !isOurs) ? exit.fault : exit.refused;
}
