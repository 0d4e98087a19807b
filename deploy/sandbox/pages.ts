import { readFileSync } from "node:fs";
import { decide } from "./api.ts";
import { parseForm, text } from "./core/form.ts";
import { HttpError, type Router, sendText } from "./core/http.ts";
import type { Doc, Store } from "./core/store.ts";
import { dollars } from "./stripe/context.ts";
import type { StripeServer } from "./stripe/server.ts";

const FILES: Record<string, string> = {
  "/": "index.html",
  "/sandbox.css": "style.css",
  "/sandbox.js": "app.js",
  "/cards.js": "cards.js",
  "/v3/": "card-script.js",
  "/v1/square.js": "square-script.js",
  "/v3/card-field": "card-field.html",
  "/v3/card-field.js": "card-field.js",
  "/v3/card-field.css": "card-field.css",
};
const TYPES: Record<string, string> = {
  html: "text/html; charset=utf-8",
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
};

export function escapeHtml(value: unknown): string {
  return String(value ?? "").replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}

export function shell(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><link rel="stylesheet" href="/sandbox.css"></head><body><main class="narrow">${body}</main></body></html>`;
}

function files(router: Router): void {
  for (const [path, file] of Object.entries(FILES)) {
    const url = new URL(`./page/${file}`, import.meta.url);
    const type = TYPES[file.split(".").at(-1) ?? ""] ?? "text/plain";
    router.on("GET", path, ({ res }) => sendText(res, type, readFileSync(url), { "cache-control": "no-cache" }));
  }
  router.on("GET", "/favicon.ico", ({ res }) => {
    res.writeHead(204);
    res.end();
  });
}

function receipt(router: Router, store: Store): void {
  router.on("GET", "/sandbox/receipts/:id", ({ res, params }) => {
    const charge = store.get<Doc & { amount: number; amount_refunded: number; currency: string }>("charge", params.id ?? "");
    if (!charge) throw new HttpError(404, "no such charge");
    const card = (charge.payment_method_details as { card: { brand: string; last4: string } }).card;
    const line = (name: string, value: string) => `<div class="pair"><dt>${name}</dt><dd>${escapeHtml(value)}</dd></div>`;
    const show = (minor: number) => dollars(minor, charge.currency);
    const refunded = charge.amount_refunded > 0 ? line("Refunded", show(charge.amount_refunded)) : "";
    const rows =
      line("Amount", show(charge.amount)) + refunded + line("Card", `${card.brand} ending in ${card.last4}`) + line("Charge", charge.id);
    sendText(
      res,
      TYPES.html ?? "",
      shell("Receipt", `<h1>Receipt</h1><p>From the card processor's sandbox; no money moved.</p><dl class="pairs">${rows}</dl>`),
    );
  });
}

function authentication(router: Router, store: Store, stripe: StripeServer): void {
  const path = "/sandbox/stripe/authenticate/:id";
  router.on("GET", path, ({ res, params }) => {
    const intent = store.get("payment_intent", params.id ?? "") ?? store.get("setup_intent", params.id ?? "");
    if (!intent) throw new HttpError(404, "no such payment");
    const waits = intent.status === "requires_action";
    const verifies = (intent.next_action as { type?: string } | null)?.type === "verify_with_microdeposits";
    const what = intent.amount ? `a payment of ${dollars(Number(intent.amount), String(intent.currency))}` : "saving this card";
    const form = `<form method="post" class="row"><button name="outcome" value="pass" class="strong">Approve</button><button name="outcome" value="fail">Refuse</button></form>`;
    const body = waits
      ? `<p>${verifies ? "A small deposit went to your account. Say that the account is yours, for" : "Your bank asks you to approve"} ${escapeHtml(what)}.</p>${form}`
      : `<p>Nothing to approve: this payment is ${escapeHtml(intent.status)}.</p>`;
    sendText(res, TYPES.html ?? "", shell("Approve payment", `<h1>3-D Secure sandbox</h1>${body}`));
  });
  router.on("POST", path, ({ res, params, body }) => {
    const passed = text(parseForm(body), "outcome") === "pass";
    const id = params.id ?? "";
    const before = store.get("payment_intent", id) ?? store.get("setup_intent", id);
    const after = store.transaction(() => decide(store, stripe, id, passed));
    const back = (before?.next_action as { redirect_to_url?: { return_url: string } } | null)?.redirect_to_url?.return_url;
    if (!back)
      return sendText(res, TYPES.html ?? "", shell("Done", `<h1>${passed ? "Approved" : "Refused"}</h1><p>You can close this page.</p>`));
    const url = new URL(back);
    url.searchParams.set(id.startsWith("seti") ? "setup_intent" : "payment_intent", id);
    url.searchParams.set("redirect_status", after.status === "requires_payment_method" ? "failed" : "succeeded");
    res.writeHead(303, { location: url.toString() });
    res.end();
  });
}

export function mountPages(router: Router, { store, stripe }: { store: Store; stripe: StripeServer }): void {
  files(router);
  receipt(router, store);
  authentication(router, store, stripe);
  for (const path of ["/healthz", "/readyz"]) router.on("GET", path, () => ({ status: "ok", sandbox: { status: "ok" } }));
}
