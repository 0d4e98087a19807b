import { randomBytes, randomUUID } from "node:crypto";
import type { Deliveries } from "../core/deliveries.ts";
import type { Doc, Store } from "../core/store.ts";

export type Body = Record<string, unknown>;
export type Money = { amount: number; currency: string };

/** One call of Square's API, by an application that somebody let into their account. */
export type SquareCall = {
  merchantId: string;
  params: Record<string, string>;
  query: URLSearchParams;
  body: Body;
  store: Store;
  deliveries: Deliveries;
  applicationId: string;
  /** The page's switch says that cards are declined right now. */
  declineAll: boolean;
};

/** Answered as Square's list of errors. `saved`: the same key is answered with it again. */
export class SquareRefusal extends Error {
  readonly status: number;
  readonly error: { category: string; code: string; detail: string; field?: string };
  readonly saved: boolean;
  constructor(status: number, error: SquareRefusal["error"], saved = false) {
    super(error.detail);
    this.status = status;
    this.error = error;
    this.saved = saved;
  }
}

export const invalid = (code: string, detail: string, field?: string): SquareRefusal =>
  new SquareRefusal(400, { category: "INVALID_REQUEST_ERROR", code, detail, ...(field && { field }) });

export const missing = (detail: string): SquareRefusal =>
  new SquareRefusal(404, { category: "INVALID_REQUEST_ERROR", code: "NOT_FOUND", detail });

export const noAccess = (status: 401 | 403, code: string, detail: string): SquareRefusal =>
  new SquareRefusal(status, { category: "AUTHENTICATION_ERROR", code, detail });

export const now = (): string => new Date().toISOString();

const LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ0123456789abcdefghijkmnopqrstuvwxyz";
export const newId = (length: number): string => [...randomBytes(length)].map((byte) => LETTERS[byte % LETTERS.length]).join("");

export function load(call: SquareCall, kind: string, id: string, what: string): Doc {
  const found = call.store.get(`sq_${kind}`, `sq:${id}`, call.merchantId);
  if (!found) throw missing(`Could not find ${what} with id: ${id}`);
  return found;
}

/** Ids of the store are of all vendors: Square's stand there with a prefix. */
export function save(call: SquareCall, kind: string, doc: Body & { id: string }): Body & { id: string } {
  call.store.put(`sq_${kind}`, { ...doc, id: `sq:${doc.id}` }, call.merchantId);
  return doc;
}

export const shown = ({ id, ...rest }: Doc): Body & { id: string } => ({ ...rest, id: id.replace(/^sq:/, "") });

export const all = (call: Pick<SquareCall, "store" | "merchantId">, kind: string): (Body & { id: string })[] =>
  call.store.list({ kinds: [`sq_${kind}`], account: call.merchantId, limit: 10_000 }).map(({ doc }) => shown(doc));

export function textOf(body: Body, name: string): string | undefined {
  const value = body[name];
  return typeof value === "string" && value !== "" ? value : undefined;
}

export function required(body: Body, name: string, most = 255): string {
  const value = textOf(body, name);
  if (value === undefined) throw invalid("MISSING_REQUIRED_PARAMETER", "Field must be set", name);
  if (value.length > most) throw invalid("VALUE_TOO_LONG", `Field must not be greater than ${most} in length`, name);
  return value;
}

export function part(body: Body, name: string): Body {
  const value = body[name];
  if (typeof value !== "object" || value === null) throw invalid("MISSING_REQUIRED_PARAMETER", "Field must be set", name);
  return value as Body;
}

export function moneyIn(body: Body, name: string): Money {
  const { amount, currency } = part(body, name);
  if (typeof amount !== "number" || !Number.isInteger(amount) || amount <= 0)
    throw invalid("INVALID_VALUE", "`amount` must be a positive whole number.", `${name}.amount`);
  if (typeof currency !== "string" || !/^[A-Z]{3}$/.test(currency))
    throw invalid("INVALID_ENUM_VALUE", "`currency` is not an ISO 4217 code.", `${name}.currency`);
  return { amount, currency };
}

/** Tells the application, signed for the address it named. The object is as it was at this moment. */
export function emit(
  call: Pick<SquareCall, "deliveries" | "merchantId">,
  type: string,
  data: { type: string; id: string; object: Body },
): void {
  const event = { merchant_id: call.merchantId, type, event_id: randomUUID(), created_at: now(), data };
  call.deliveries.add("square", event.event_id, "/webhooks/square", "application/json", JSON.stringify(event));
}

/** One page of a list, newest first, by a cursor that is a number. */
export function page<T>(call: SquareCall, name: string, found: readonly T[], most = 100): Body {
  const size = Math.min(Number(call.query.get("limit") ?? most) || most, most);
  const from = Number(call.query.get("cursor") ?? 0) || 0;
  const rows = found.slice(from, from + size);
  return { ...(rows.length > 0 && { [name]: rows }), ...(from + size < found.length && { cursor: String(from + size) }) };
}
