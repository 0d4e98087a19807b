import { randomBytes } from "node:crypto";
import type { Deliveries } from "../core/deliveries.ts";
import { type Form, group, text } from "../core/form.ts";
import type { Doc, Store } from "../core/store.ts";
import { invalid, missing, needed } from "./errors.ts";

export type StripeCall = {
  form: Form;
  params: Record<string, string>;
  /** Connected account, from the Stripe-Account header; empty for the platform. */
  account: string;
  store: Store;
  deliveries: Deliveries;
  /** The page's switch says that cards are declined right now. */
  declineAll: boolean;
  requestId: string;
  idempotencyKey: string | undefined;
  /** Where a person can reach this sandbox, for pages such as 3-D Secure. */
  publicBase: string;
};

export const API_VERSION = "2026-10-28.endive";
export const now = (): number => Math.floor(Date.now() / 1000);

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
export function newId(prefix: string, length = 24): string {
  return `${prefix}_${[...randomBytes(length)].map((byte) => ALPHABET[byte % 62]).join("")}`;
}

export function load(call: StripeCall, kind: string, id: string, param?: string): Doc {
  const found = call.store.get(kind, id, call.account);
  if (!found) throw missing(kind.replace("payment_method", "PaymentMethod"), id, param);
  return found;
}

export function save(call: StripeCall, kind: string, doc: Doc): Doc {
  call.store.put(kind, doc, call.account);
  return doc;
}

/** Records an event and sends it to the webhook. The object is stored as it was at this moment. */
export function emit(call: StripeCall, type: string, object: unknown, previous?: Record<string, unknown>): void {
  const event = {
    id: newId("evt"),
    object: "event",
    api_version: API_VERSION,
    created: now(),
    ...(call.account ? { account: call.account } : {}),
    data: { object, ...(previous ? { previous_attributes: previous } : {}) },
    livemode: false,
    pending_webhooks: 1,
    request: { id: call.requestId, idempotency_key: call.idempotencyKey ?? null },
    type,
  };
  save(call, "event", event);
  call.deliveries.add("stripe", event.id, "/webhooks/stripe", "application/json; charset=utf-8", JSON.stringify(event, null, 2));
}

export function metadata(form: Form, previous: Record<string, string> = {}): Record<string, string> {
  if (text(form, "metadata") === undefined && form.metadata === "") return {};
  const given = group(form, "metadata");
  const merged = { ...previous };
  for (const [key, value] of Object.entries(given ?? {})) {
    if (typeof value !== "string") continue;
    if (value === "") delete merged[key];
    else merged[key] = value;
  }
  return merged;
}

export function wholeNumber(form: Form, param: string): number | undefined {
  const value = text(form, param);
  if (value === undefined) return undefined;
  if (!/^-?\d+$/.test(value)) throw invalid(`Invalid integer: ${value}`, param, "parameter_invalid_integer");
  return Number(value);
}

export function required(form: Form, param: string): string {
  const value = text(form, param);
  if (value === undefined) throw needed(param);
  return value;
}

export function known(form: Form, allowed: string): void {
  const names = new Set([...allowed.split(" "), "expand", "metadata"]);
  const stranger = Object.keys(form).find((key) => !names.has(key));
  if (stranger) throw invalid(`Received unknown parameter: ${stranger}`, stranger, "parameter_unknown");
}

export function oneOf(form: Form, param: string, values: string[]): string | undefined {
  const value = text(form, param);
  if (value !== undefined && !values.includes(value)) {
    throw invalid(`Invalid ${param}: must be one of ${values.slice(0, -1).join(", ")}, or ${values.at(-1)}`, param);
  }
  return value;
}

export function dollars(minor: number, currency: string): string {
  return new Intl.NumberFormat("en-US", { style: "currency", currency: currency.toUpperCase() }).format(minor / 100);
}
