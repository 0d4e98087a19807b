import { parseForm, text } from "../core/form.ts";
import { type Call, HttpError, type Router, sendText } from "../core/http.ts";
import type { Store } from "../core/store.ts";
import { escapeHtml, shell } from "../pages.ts";
import { all, type Body, SquareRefusal } from "./context.ts";
import { openMerchant } from "./merchants.ts";
import type { SquareServer } from "./server.ts";
import { OUTCOMES, waitingAt } from "./terminal.ts";

const HTML = "text/html; charset=utf-8";
const CONSENT = "/oauth2/authorize";
const ACCOUNTS = "/sandbox/api/square/accounts";

function redirect({ res }: Call, url: string): void {
  res.writeHead(303, { location: url });
  res.end();
}

function back({ query }: Call, square: SquareServer): URL {
  const url = URL.parse(query.get("redirect_uri") ?? "");
  if (!square.grants.knows(query.get("client_id"))) throw new HttpError(401, "Unknown application");
  if (!url || !query.get("scope")) throw new HttpError(400, "redirect_uri and scope are needed.");
  url.searchParams.set("state", query.get("state") ?? "");
  return url;
}

const consent = `<h1>Square sandbox</h1><p>Leashline wants to take payments in your Square account and pair your terminals. Nothing leaves this machine.</p>
<form method="post"><p><label>Account <input name="account" required value="Sandbox Square"></label>
<label>Currency <input name="currency" required value="USD" maxlength="3" size="3"></label>
<label>Locations <input name="places" type="number" value="1" min="1" max="5"></label></p>
<p class="row"><button name="answer" value="allow" class="strong">Allow</button> <button name="answer" value="deny">Deny</button></p></form>`;

const button = (name: string, value: string, words = value): string =>
  `<button name="${name}" value="${escapeHtml(value)}">${escapeHtml(words)}</button>`;

function terminal(square: SquareServer, merchant: string, code: Body & { id: string }): string {
  const hidden = `<input type="hidden" name="merchant" value="${escapeHtml(merchant)}">`;
  const name = escapeHtml(`${String(code.name)} (${String(code.status).toLowerCase()})`);
  if (code.status === "UNPAIRED")
    return `<li>${name}, code ${escapeHtml(code.code)} <form method="post" class="row">${hidden}${button("pair", code.id, "Type the code")}</form></li>`;
  if (code.status !== "PAIRED") return `<li>${name}</li>`;
  const device = String(code.device_id);
  const [waiting] = waitingAt(square.internal(merchant), device);
  const money = waiting?.amount_money;
  const words = money ? `asks for ${money.amount / 100} ${money.currency}` : "waits for nothing";
  const acts = waiting ? OUTCOMES.map((one) => button("outcome", one)).join(" ") : "";
  return `<li>${name} ${words} <form method="post" class="row">${hidden}<input type="hidden" name="device" value="${escapeHtml(device)}">${acts}</form></li>`;
}

function accounts(store: Store, square: SquareServer): string {
  const rows = store.list({ kinds: ["sq_merchant"], limit: 100 }).map(({ doc }) => {
    const id = doc.id.replace("sq:", "");
    const terminals = all(square.internal(id), "device_code").map((code) => terminal(square, id, code));
    return `<h2>${escapeHtml(doc.name)} (${escapeHtml(doc.currency)})</h2><ul aria-label="Terminals">${terminals.join("") || "<li>No terminals</li>"}</ul>
<form method="post" class="row"><input type="hidden" name="merchant" value="${id}">${button("end", "1", "Take the permission back")}</form>`;
  });
  return `<h1>Square accounts</h1>${rows.join("") || "<p>None is connected yet.</p>"}`;
}

function done(square: SquareServer, call: Call): void {
  const form = parseForm(call.body);
  const [merchant, code, device] = ["merchant", "pair", "device"].map((name) => text(form, name) ?? "") as [string, string, string];
  const outcome = OUTCOMES.find((one) => one === text(form, "outcome"));
  if (code) square.pair(merchant, code);
  else if (outcome) square.act(merchant, device, outcome);
  else if (text(form, "end")) square.grants.end(merchant);
}

/** Where somebody agrees for their account, and the accounts with their terminals. */
export function mountSquarePages(router: Router, { store, square }: { store: Store; square: SquareServer }): void {
  router.on("GET", CONSENT, (call) => {
    back(call, square);
    sendText(call.res, HTML, shell("Square", consent));
  });
  router.on("POST", CONSENT, (call) => {
    const url = back(call, square);
    const form = parseForm(call.body);
    if (text(form, "answer") === "deny") {
      url.searchParams.set("error", "access_denied");
      url.searchParams.set("error_description", "user_denied");
    } else {
      const places = Math.min(5, Math.max(1, Number(text(form, "places") ?? 1) || 1));
      const merchant = openMerchant(store, text(form, "account") ?? "Sandbox Square", text(form, "currency") ?? "USD", places);
      url.searchParams.set("code", square.grants.code(merchant, call.query.get("redirect_uri") ?? "", call.query.get("scope") ?? ""));
      url.searchParams.set("response_type", "code");
    }
    redirect(call, url.toString());
  });
  router.on("GET", ACCOUNTS, (call) => sendText(call.res, HTML, shell("Square", accounts(store, square))));
  router.on("POST", ACCOUNTS, (call) => {
    try {
      done(square, call);
    } catch (error) {
      throw error instanceof SquareRefusal ? new HttpError(409, error.message) : error;
    }
    redirect(call, ACCOUNTS);
  });
}
