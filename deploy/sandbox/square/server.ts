import { createHash, createHmac } from "node:crypto";
import type { Deliveries } from "../core/deliveries.ts";
import { type Call, parseJson, type Router, sendJson } from "../core/http.ts";
import { isMultipart, partsOf } from "../core/multipart.ts";
import type { Store } from "../core/store.ts";
import type { Switches } from "../core/switches.ts";
import { type Body, newId, noAccess, type SquareCall, SquareRefusal } from "./context.ts";
import { createCard, createCustomer, disableCard, getCustomer, listCards } from "./customers.ts";
import { createCode, listCodes, pair } from "./devices.ts";
import {
  acceptDispute,
  addEvidence,
  addEvidenceFile,
  dropEvidence,
  endDispute,
  getDispute,
  listDisputes,
  listEvidence,
  submitEvidence,
} from "./disputes.ts";
import { SquareGrants } from "./grants.ts";
import { locations, merchant } from "./merchants.ts";
import { cancelPayment, completePayment, createPayment, getPayment, listPayments } from "./payments.ts";
import { endPayout, getPayout, listEntries, listPayouts, payOut } from "./payouts.ts";
import { endRefund, getRefund, listRefunds, refundPayment } from "./refunds.ts";
import { act, cancelCheckout, createCheckout, getCheckout, type Outcome } from "./terminal.ts";

export type SquareKeys = {
  store: Store;
  switches: Switches;
  deliveries: Deliveries;
  applicationId: string;
  applicationSecret: string;
  webhookKey: string;
};

type Endpoint = (call: SquareCall) => Body;

const ENDPOINTS: readonly [method: string, path: string, Endpoint][] = [
  ["GET", "/v2/merchants/me", merchant],
  ["GET", "/v2/locations", (call) => ({ locations: locations(call) })],
  ["POST", "/v2/devices/codes", createCode],
  ["GET", "/v2/devices/codes", listCodes],
  ["POST", "/v2/terminals/checkouts", createCheckout],
  ["GET", "/v2/terminals/checkouts/:id", getCheckout],
  ["POST", "/v2/terminals/checkouts/:id/cancel", cancelCheckout],
  ["POST", "/v2/payments", createPayment],
  ["GET", "/v2/payments", listPayments],
  ["GET", "/v2/payments/:id", getPayment],
  ["POST", "/v2/payments/:id/complete", completePayment],
  ["POST", "/v2/payments/:id/cancel", cancelPayment],
  ["POST", "/v2/refunds", refundPayment],
  ["GET", "/v2/refunds", listRefunds],
  ["GET", "/v2/refunds/:id", getRefund],
  ["GET", "/v2/disputes", listDisputes],
  ["GET", "/v2/disputes/:id", getDispute],
  ["POST", "/v2/disputes/:id/accept", acceptDispute],
  ["GET", "/v2/disputes/:id/evidence", listEvidence],
  ["DELETE", "/v2/disputes/:id/evidence/:evidence", dropEvidence],
  ["POST", "/v2/disputes/:id/evidence-files", addEvidenceFile],
  ["POST", "/v2/disputes/:id/evidence-text", addEvidence],
  ["POST", "/v2/disputes/:id/submit-evidence", submitEvidence],
  ["GET", "/v2/payouts", listPayouts],
  ["GET", "/v2/payouts/:id", getPayout],
  ["GET", "/v2/payouts/:id/payout-entries", listEntries],
  ["POST", "/v2/customers", createCustomer],
  ["GET", "/v2/customers/:id", getCustomer],
  ["POST", "/v2/cards", createCard],
  ["GET", "/v2/cards", listCards],
  ["POST", "/v2/cards/:id/disable", disableCard],
];

const SCOPED: Readonly<Record<string, string>> = { "/v2/customers": "CUSTOMERS", "/v2/disputes": "DISPUTES", "/v2/payouts": "PAYOUTS" };

function scopeOf({ method, path }: Call): string {
  const scope = Object.entries(SCOPED).find(([start]) => path.startsWith(start))?.[1];
  return scope ? `${scope}_${method === "GET" ? "READ" : "WRITE"}` : "";
}

/** Square's OAuth pages and API, as far as Leashline asks it: accounts, places, terminals, payments, refunds, disputes, payouts, customers and cards on file. */
export class SquareServer {
  readonly grants: SquareGrants;
  #keys: SquareKeys;

  constructor(keys: SquareKeys) {
    this.#keys = keys;
    this.grants = new SquareGrants(keys);
    keys.deliveries.signer("square", ({ url, body }) => ({
      "content-type": "application/json",
      "user-agent": "Square Connect v2 (sandbox)",
      "x-square-hmacsha256-signature": createHmac("sha256", keys.webhookKey)
        .update(url + body)
        .digest("base64"),
    }));
  }

  mount(router: Router): void {
    this.grants.mount(router);
    for (const [method, path, endpoint] of ENDPOINTS) router.on(method, path, (call) => this.#answer(call, endpoint));
  }

  /** A call of the sandbox itself, for what people do at a terminal. */
  internal(merchantId: string): SquareCall {
    const { store, deliveries, applicationId } = this.#keys;
    return { merchantId, params: {}, query: new URLSearchParams(), body: {}, store, deliveries, applicationId, declineAll: false };
  }

  /** Somebody types a code into a terminal; answers its device id. */
  pair(merchantId: string, codeId: string): string {
    return this.#keys.store.transaction(() => pair(this.internal(merchantId), codeId));
  }

  act(merchantId: string, deviceId: string, outcome: Outcome): void {
    this.#keys.store.transaction(() => act(this.internal(merchantId), deviceId, outcome));
  }

  endRefund(merchantId: string, refundId: string, status: "COMPLETED" | "FAILED" | "REJECTED"): void {
    this.#keys.store.transaction(() => endRefund(this.internal(merchantId), refundId, status));
  }

  /** The bank decides on a dispute. */
  endDispute(merchantId: string, disputeId: string, state: "WON" | "LOST"): void {
    this.#keys.store.transaction(() => endDispute(this.internal(merchantId), disputeId, state));
  }

  /** The shop takes a card at the place, not through any application of ours. */
  take(merchantId: string, location_id: string, amount: number, currency: string): void {
    const body = { idempotency_key: newId(20), source_id: "cnon:card-nonce-ok", amount_money: { amount, currency }, location_id };
    this.#keys.store.transaction(() => createPayment({ ...this.internal(merchantId), body }));
  }

  /** The night's payout of a place; answers its id. */
  payOut(merchantId: string, placeId: string): string {
    return this.#keys.store.transaction(() => payOut(this.internal(merchantId), placeId).id);
  }

  endPayout(merchantId: string, payoutId: string, status: "PAID" | "FAILED"): void {
    this.#keys.store.transaction(() => endPayout(this.internal(merchantId), payoutId, status));
  }

  /** Somebody gives money back on Square's own pages; answers the refund's id. */
  refund(merchantId: string, payment_id: string, amount: number, currency: string): string {
    const body = { idempotency_key: newId(20), payment_id, amount_money: { amount, currency }, reason: "Returned goods" };
    return this.#keys.store.transaction(() => (refundPayment({ ...this.internal(merchantId), body }).refund as { id: string }).id);
  }

  async #answer(call: Call, endpoint: Endpoint): Promise<void> {
    const { switches } = this.#keys;
    const mode = switches.take("square", call.method === "GET" ? "read" : "write");
    await switches.latency("square");
    if (mode === "timeout") return;
    if (mode === "error" || mode === "down")
      return refuse(call, new SquareRefusal(503, { category: "API_ERROR", code: "SERVICE_UNAVAILABLE", detail: "The switch says so." }));
    const grant = this.grants.letIn(call.req.headers.authorization ?? "");
    if (!grant) return refuse(call, noAccess(401, "UNAUTHORIZED", "This request could not be authorized."));
    const { merchantId, scope } = grant;
    const needed = scopeOf(call);
    if (!scope.includes(needed)) return refuse(call, noAccess(403, "INSUFFICIENT_SCOPES", `The permission ${needed} is missing.`));
    const body = await bodyOf(call);
    const asked = { ...this.internal(merchantId), params: call.params, query: call.query, body, declineAll: mode === "decline" };
    const result = this.#once(call, asked, endpoint);
    if (mode === "lost") return void call.req.socket.destroy();
    sendJson(call.res, result.status, result.body);
  }

  /** At most once per idempotency key; the same key with another body is refused. */
  #once(call: Call, asked: SquareCall, endpoint: Endpoint): { status: number; body: unknown } {
    const { store } = this.#keys;
    const given = asked.body.idempotency_key;
    const [account, key] = [`square:${asked.merchantId}`, typeof given === "string" ? `${call.path} ${given}` : ""];
    const print = createHash("sha256")
      .update(isMultipart(call) ? JSON.stringify(asked.body) : call.body)
      .digest("hex");
    const known = key ? store.prepare("select * from idempotency where account = ? and key = ?").get(account, key) : undefined;
    if (known && known.fingerprint !== print) {
      const detail = "The idempotency key can only be retried with the same request data.";
      return answerOf(new SquareRefusal(400, { category: "INVALID_REQUEST_ERROR", code: "IDEMPOTENCY_KEY_REUSED", detail }));
    }
    if (known) return { status: Number(known.status), body: JSON.parse(String(known.body)) };
    return store.transaction(() => {
      const { status, body, saved } = run(asked, endpoint);
      if (key && saved)
        store
          .prepare("insert into idempotency (account, key, fingerprint, status, body) values (?, ?, ?, ?, ?)")
          .run(account, key, print, status, JSON.stringify(body));
      return { status, body };
    });
  }
}

/** A form has a file, and beside it what else is said of it. */
async function bodyOf(call: Call): Promise<Body> {
  if (call.method === "GET") return {};
  if (!isMultipart(call)) return parseJson(call.body);
  const { request, ...files } = await partsOf(call);
  return { ...parseJson(typeof request === "string" ? request : ""), ...files };
}

function run(call: SquareCall, endpoint: Endpoint): { status: number; body: unknown; saved: boolean } {
  const { db } = call.store;
  db.exec("savepoint request");
  try {
    const body = endpoint(call);
    db.exec("release request");
    return { status: 200, body, saved: true };
  } catch (error) {
    if (!(error instanceof SquareRefusal)) throw error;
    db.exec("rollback to request");
    db.exec("release request");
    return { ...answerOf(error), saved: error.saved };
  }
}

const answerOf = ({ status, error }: SquareRefusal) => ({ status, body: { errors: [error] } });

function refuse(call: Call, refusal: SquareRefusal): void {
  const { status, body } = answerOf(refusal);
  sendJson(call.res, status, body);
}
