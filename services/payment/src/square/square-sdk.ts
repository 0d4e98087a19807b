import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import type { SquareClient, SquareError } from "square";
import { AccountClosed, Declined, OutcomeUnknown, Refused } from "../provider/provider.ts";
import type { SquareSettings } from "./square-settings.ts";

// Loaded with the first call, not with the service.
export const sdk = (): typeof import("square") => createRequire(import.meta.url)("square");

const timeoutInSeconds = 8;

export function squareClient({ base }: Pick<SquareSettings, "base">, token: string): SquareClient {
  const Client = sdk().SquareClient;
  return new Client({ token, environment: base, timeoutInSeconds, maxRetries: 1 });
}

/** Square takes keys of at most 45 characters, some of fewer; ours may be longer. */
export const squareKey = (key: string): string => createHash("sha256").update(key).digest("base64url");

// What nobody can say was done or not: it is asked for again later.
const unknownStatus = (status: number): boolean => status === 408 || status === 429 || status >= 500;
// The key is of another call: whatever that one did stands.
const REUSED = "IDEMPOTENCY_KEY_REUSED";

function refusalOf({ errors: [first], statusCode = 0 }: SquareError): Error {
  const code: string = first?.code ?? "";
  const said = first?.detail || `Square answered ${statusCode} ${code}`;
  if (statusCode === 401) return new AccountClosed(said);
  if (code === REUSED) return new OutcomeUnknown(said);
  if (first?.category === "PAYMENT_METHOD_ERROR") return new Declined(said, code.toLowerCase());
  return new Refused(said, statusCode === 404 ? "resource_missing" : code.toLowerCase());
}

/** Square's errors in our words: it said no, it cannot be, we are not let in, or nobody knows. */
export function translated(error: unknown): Error {
  const { SquareError, SquareTimeoutError } = sdk();
  if (error instanceof SquareTimeoutError) return new OutcomeUnknown(error.message);
  if (!(error instanceof SquareError)) return error as Error;
  const { statusCode } = error;
  return statusCode === undefined || unknownStatus(statusCode) ? new OutcomeUnknown(error.message) : refusalOf(error);
}

/** Gives what lets us in; a fresh one when the last was not taken. */
export type Access = (fresh: boolean) => Promise<string>;
export type Asking = <T>(ask: (square: SquareClient) => Promise<T>) => Promise<T>;

/** Asks as somebody who is let in. A token that is no longer taken is exchanged once, and the question asked again. */
export function askingAs(settings: SquareSettings, access: Access): Asking {
  return async (ask) => {
    const once = async (fresh: boolean) => {
      const square = squareClient(settings, await access(fresh));
      return await ask(square).catch((error: unknown) => {
        throw translated(error);
      });
    };
    try {
      return await once(false);
    } catch (error) {
      if (!(error instanceof AccountClosed)) throw error;
      return await once(true);
    }
  };
}

/** What a list of Square's has, page by page. */
export async function* listed<S, T>(
  ask: Asking,
  open: (square: SquareClient) => Promise<AsyncIterable<S>>,
  read: (item: S) => T,
): AsyncIterable<T> {
  try {
    for await (const item of await ask(open)) yield read(item);
  } catch (error) {
    throw translated(error);
  }
}
