import { createHash, createHmac } from "node:crypto";
import type { Deliveries } from "../core/deliveries.ts";
import { type Form, parseForm } from "../core/form.ts";
import { type Call, type Router, sendJson } from "../core/http.ts";
import { isMultipart, partsOf } from "../core/multipart.ts";
import type { Doc, Store } from "../core/store.ts";
import type { Mode, Switches } from "../core/switches.ts";
import { settleDebit } from "./bank-debits.ts";
import { API_VERSION, newId, type StripeCall } from "./context.ts";
import { ENDPOINTS, type Endpoint } from "./endpoints.ts";
import { StripeError } from "./errors.ts";
import { expand } from "./lists.ts";
import { SANDBOX_PUBLISHABLE_KEY } from "./publishable-key.ts";
import { settle } from "./refunds.ts";

export type StripeSettings = {
  store: Store;
  deliveries: Deliveries;
  switches: Switches;
  secretKey: string;
  webhookSecret: string;
  publicBase: () => string;
};

type Asked = { form: Form; mode: Mode; requestId: string };

export class StripeServer {
  #settings: StripeSettings;

  constructor(settings: StripeSettings) {
    this.#settings = settings;
    settings.deliveries.signer("stripe", (delivery) => {
      const t = Math.floor(Date.now() / 1000);
      const v1 = createHmac("sha256", settings.webhookSecret).update(`${t}.${delivery.body}`).digest("hex");
      return {
        "content-type": "application/json; charset=utf-8",
        "user-agent": "Stripe/1.0 (sandbox)",
        "stripe-signature": `t=${t},v1=${v1}`,
      };
    });
  }

  mount(router: Router): void {
    for (const [method, path, endpoint] of ENDPOINTS) router.on(method, path, (call) => this.#answer(call, endpoint));
  }

  /** What a URL outside the list above gets. */
  unknown(call: Call): void {
    sendJson(call.res, 404, {
      error: { type: "invalid_request_error", message: `Unrecognized request URL (${call.method}: ${call.path}).` },
    });
  }

  /** A call of the sandbox itself, for the 3-D Secure page and for refunds that settle later. */
  internal(account = "", declineAll = false): StripeCall {
    const { store, deliveries, publicBase } = this.#settings;
    return {
      form: {},
      params: {},
      account,
      store,
      deliveries,
      declineAll,
      requestId: newId("req", 14),
      idempotencyKey: undefined,
      publicBase: publicBase(),
    };
  }

  settleRefunds(): void {
    const { store } = this.#settings;
    for (const { doc } of store.list({ kinds: ["settle"] })) {
      store.transaction(() => {
        store.remove(doc.id);
        const call = this.internal(String(doc.account));
        if (doc.debit) settleDebit(call, String(doc.debit));
        else settle(call, String(doc.refund), String(doc.to));
      });
    }
  }

  async #answer(call: Call, endpoint: Endpoint): Promise<void> {
    const { switches } = this.#settings;
    const requestId = newId("req", 14);
    const headers = { "request-id": requestId, "stripe-version": String(call.req.headers["stripe-version"] ?? API_VERSION) };
    const refusal = authorise(call, this.#settings.secretKey);
    if (refusal) return sendJson(call.res, 401, { error: refusal }, headers);
    const mode = switches.take("stripe", call.method === "GET" ? "read" : "write");
    await switches.latency("stripe");
    if (mode === "timeout") return;
    if (mode === "error" || mode === "down") {
      const error = { type: "api_error", message: "An error occurred in the sandbox because its switch says so." };
      return sendJson(call.res, mode === "down" ? 503 : 500, { error }, headers);
    }
    const form: Form = isMultipart(call) ? await partsOf(call) : parseForm(call.method === "GET" ? call.query : call.body);
    const result = this.#once(call, endpoint, { form, mode, requestId });
    if (mode === "lost") return void call.req.socket.destroy();
    sendJson(call.res, result.status, result.body, { ...headers, ...(result.replayed ? { "idempotent-replayed": "true" } : {}) });
  }

  /** Runs the endpoint in one transaction, at most once per idempotency key. */
  #once(call: Call, endpoint: Endpoint, { form, mode, requestId }: Asked): { status: number; body: unknown; replayed?: boolean } {
    const { store } = this.#settings;
    const account = String(call.req.headers["stripe-account"] ?? "");
    const header = call.req.headers["idempotency-key"];
    const key = call.method === "POST" && typeof header === "string" && header !== "" ? header : undefined;
    // The boundary between the parts of a form is another each time.
    const said = isMultipart(call) ? JSON.stringify(form) : call.body;
    const print = createHash("sha256").update(`${call.method} ${call.path}\n${said}`).digest("hex");
    if (account && !store.get("account", account, ""))
      return { status: 403, body: { error: notConnected(this.#settings.secretKey, account) } };
    const known = key ? store.prepare("select * from idempotency where account = ? and key = ?").get(account, key) : undefined;
    if (known && known.fingerprint !== print) {
      const message = `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`;
      return { status: 400, body: { error: { type: "idempotency_error", message } } };
    }
    if (known) return { status: Number(known.status), body: JSON.parse(String(known.body)), replayed: true };
    const stripeCall: StripeCall = {
      ...this.internal(account, mode === "decline"),
      form,
      params: call.params,
      requestId,
      idempotencyKey: key,
    };
    return store.transaction(() => {
      const answer = execute(stripeCall, endpoint);
      if (key && answer.save) {
        store
          .prepare("insert into idempotency (account, key, fingerprint, status, body) values (?, ?, ?, ?, ?)")
          .run(account, key, print, answer.status, JSON.stringify(answer.body));
      }
      return answer;
    });
  }
}

/** What a key gets that names an account which is not connected to its own. */
const notConnected = (key: string, account: string) => ({
  type: "invalid_request_error",
  code: "account_invalid",
  doc_url: "https://stripe.com/docs/error-codes/account-invalid",
  message: `The provided key '${key.slice(0, 8)}****' does not have access to account '${account}' (or that account does not exist). Application access may have been revoked.`,
});

function execute(call: StripeCall, endpoint: Endpoint): { status: number; body: unknown; save: boolean } {
  const { db } = call.store;
  db.exec("savepoint request");
  try {
    const body = expand(call, strip(endpoint(call)));
    db.exec("release request");
    return { status: 200, body, save: true };
  } catch (error) {
    if (!(error instanceof StripeError)) throw error;
    if (!error.saved) db.exec("rollback to request");
    db.exec("release request");
    return { status: error.status, body: { error: { ...error.body, request_log_url: `sandbox:${call.requestId}` } }, save: error.saved };
  }
}

/** Lists have no id of their own. */
function strip(doc: Doc): unknown {
  if (doc.id !== "") return doc;
  const { id: _, ...rest } = doc;
  return rest;
}

function authorise(call: Call, secretKey: string): Record<string, string> | undefined {
  const header = call.req.headers.authorization ?? "";
  const basic = /^Basic (.+)$/i.exec(header)?.[1];
  const key = basic ? Buffer.from(basic, "base64").toString("utf8").split(":")[0] : /^Bearer (.+)$/i.exec(header)?.[1];
  if (!key) {
    return {
      type: "invalid_request_error",
      message: "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth.",
    };
  }
  if (key === SANDBOX_PUBLISHABLE_KEY && call.method === "POST" && call.path === "/v1/payment_methods") return undefined;
  if (key !== secretKey) return { type: "invalid_request_error", message: `Invalid API Key provided: ${key.slice(0, 8)}****` };
  return undefined;
}
