import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import {
  create,
  type DescMessage,
  type DescMethodUnary,
  fromBinary,
  type MessageInitShape,
  type MessageShape,
  toBinary,
} from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import { errorFromJsonBytes } from "@connectrpc/connect/protocol-connect";
import { fromConnectError, type Refusal } from "@leashline/kit";
import { ErrorCode } from "@leashline/proto/leashline/options/v1/errors_pb.js";

export type Who = { token: string; companyId: string; businessId: string };

/** A client as our own pages are: it keeps its key and asks again until somebody answers. A refusal is an answer. */
export interface Stubborn {
  call: <I extends DescMessage, O extends DescMessage>(
    method: DescMethodUnary<I, O>,
    request: MessageInitShape<I>,
  ) => Promise<MessageShape<O>>;
  /** How often a call got no answer, or was told that something is away, and was made again. */
  again: () => number;
  /** Answers that no client should ever see: a fault of ours, or one that shows our insides. */
  improper: string[];
}

const insides = /\n\s+at |node_modules|\.ts:\d|\b(select|insert into|update) .* (from|values|set) /i;
const patienceMs = 90_000;

export function stubborn(url: string, who: Who): Stubborn {
  const improper: string[] = [];
  let again = 0;
  const headers = {
    "content-type": "application/proto",
    "connect-protocol-version": "1",
    authorization: `Bearer ${who.token}`,
    "x-leashline-company-id": who.companyId,
    "x-leashline-business-id": who.businessId,
  };

  /** One try: the answer, or null when it is to be made again. */
  async function once(path: string, body: Uint8Array, key: string): Promise<Uint8Array | null> {
    const response = await fetch(url + path, { method: "POST", headers: { ...headers, "idempotency-key": key }, body: Buffer.from(body) });
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (response.status === 200) return bytes;
    const text = Buffer.from(bytes).toString();
    const error = readError(bytes);
    const refusal = fromConnectError(error);
    const away = response.status === 503 && refusal?.code === ErrorCode.SYSTEM_BUSY;
    if ((response.status >= 500 && !away) || insides.test(text)) improper.push(`${path}: ${response.status} ${text.slice(0, 300)}`);
    if (away || response.status >= 500) return null;
    throw refusal ?? error;
  }

  return {
    improper,
    again: () => again,
    call: async (method, request) => {
      const body = toBinary(method.input, create(method.input, request));
      const path = `/${method.parent.typeName}/${method.name}`;
      const key = randomUUID();
      for (const end = Date.now() + patienceMs; ; again++) {
        const answer = await once(path, body, key).catch((error: unknown) => {
          if (error instanceof TypeError) return null;
          throw error;
        });
        if (answer) return fromBinary(method.output, answer);
        if (Date.now() > end) throw new Error(`${path} had no answer within ${patienceMs / 1000} s`);
        await pause(100);
      }
    },
  };
}

function readError(bytes: Uint8Array): ConnectError {
  const unreadable = new ConnectError("an answer that is no error of ours", Code.Unknown);
  try {
    return errorFromJsonBytes(bytes, undefined, unreadable);
  } catch {
    return unreadable;
  }
}

export const isRefusal = (error: unknown, code: ErrorCode): error is Refusal => (error as Refusal | undefined)?.code === code;
