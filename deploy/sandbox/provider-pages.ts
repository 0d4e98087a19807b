import { parseForm, text } from "./core/form.ts";
import { type Call, HttpError, type Router, sendText } from "./core/http.ts";
import type { Doc, Store } from "./core/store.ts";
import { escapeHtml, shell } from "./pages.ts";
import { OUTCOMES, type Outcome, onboard } from "./stripe/accounts.ts";
import { decideSession } from "./stripe/identity.ts";
import type { StripeServer } from "./stripe/server.ts";

// Where a business tells the provider who it is, and proves it.

const HTML = "text/html; charset=utf-8";
const labels: Record<Outcome, string> = {
  complete: "Everything is right",
  missing: "An ID number that does not match",
  soon: "A tax ID is needed within two weeks",
  later: "An ID number is needed some day",
  pending: "A document is being checked",
};

const buttons = (named: [string, string][]): string =>
  `<form method="post">${named.map(([value, label]) => `<p><button name="outcome" value="${value}">${label}</button></p>`).join("")}</form>`;

function mustFind(store: Store, kind: string, call: Call): Doc {
  const found = store.get(kind, call.params.id ?? "");
  if (!found) throw new HttpError(404, "no such page");
  return found;
}

function back({ res }: Call, url: unknown): void {
  if (typeof url !== "string") {
    sendText(res, HTML, shell("Done", "<h1>Done</h1><p>You can close this page.</p>"));
    return;
  }
  res.writeHead(303, { location: url });
  res.end();
}

export function mountProviderPages(router: Router, { store, stripe }: { store: Store; stripe: StripeServer }): void {
  const onboarding = "/sandbox/stripe/onboarding/:id";
  router.on("GET", onboarding, (call) => {
    const link = mustFind(store, "account_link", call);
    const choices = OUTCOMES.map((one): [string, string] => [one, escapeHtml(labels[one])]);
    const body = `<h1>Onboarding sandbox</h1><p>What comes of the account ${escapeHtml(link.account)}?</p>${buttons(choices)}`;
    sendText(call.res, HTML, shell("Onboarding", body));
  });
  router.on("POST", onboarding, (call) => {
    const link = mustFind(store, "account_link", call);
    const outcome = OUTCOMES.find((one) => one === text(parseForm(call.body), "outcome"));
    if (!outcome) throw new HttpError(400, "no such outcome");
    store.transaction(() => onboard(stripe.internal(), String(link.account), outcome));
    back(call, link.return_url);
  });
  const identity = "/sandbox/stripe/identity/:id";
  router.on("GET", identity, (call) => {
    mustFind(store, "verification_session", call);
    const choices: [string, string][] = [
      ["pass", "The document is right"],
      ["fail", "The document cannot be read"],
    ];
    sendText(call.res, HTML, shell("Identity", `<h1>Identity sandbox</h1>${buttons(choices)}`));
  });
  router.on("POST", identity, (call) => {
    const session = mustFind(store, "verification_session", call);
    const passed = text(parseForm(call.body), "outcome") === "pass";
    store.transaction(() => decideSession(stripe.internal(), session.id, passed));
    back(call, session.return_url);
  });
}
