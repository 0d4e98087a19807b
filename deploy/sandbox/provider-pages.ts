import { parseForm, text } from "./core/form.ts";
import { type Call, HttpError, type Router, sendText } from "./core/http.ts";
import type { Doc, Store } from "./core/store.ts";
import { escapeHtml, shell } from "./pages.ts";
import { OUTCOMES, type Outcome, onboard } from "./stripe/accounts.ts";
import type { StripeCall } from "./stripe/context.ts";
import { StripeError } from "./stripe/errors.ts";
import { decideSession } from "./stripe/identity.ts";
import type { StripeServer } from "./stripe/server.ts";
import { plug, presentMethod, timeOut } from "./stripe/terminal.ts";

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

const atReader: [string, string][] = [
  ["4242424242424242", "Hold a good card to it"],
  ["4000000000000002", "Hold a card to it that is declined"],
  ["4000000000009995", "Hold a card to it without enough money"],
  ["timeout", "Walk away without paying"],
  ["offline", "Unplug it"],
  ["online", "Plug it in again"],
];

/** What somebody at a simulated reader does. */
function actAtReader(call: StripeCall, outcome: string): void {
  const { id = "" } = call.params;
  if (outcome === "offline" || outcome === "online") plug(call, id, outcome === "online");
  else if (outcome === "timeout") timeOut(call);
  else presentMethod({ ...call, form: { card_present: { number: outcome } } });
}

/** The simulated readers, and one of them with what can be done at it. */
function mountReaders(router: Router, { store, stripe }: { store: Store; stripe: StripeServer }): void {
  const at = "/sandbox/stripe/readers";
  router.on("GET", at, ({ res }) => {
    const lines = store
      .list({ kinds: ["terminal.reader"], limit: 100 })
      .map(
        ({ doc }) =>
          `<li><a href="${at}/${escapeHtml(doc.id)}">${escapeHtml(String(doc.label))}</a>, ${escapeHtml(String(doc.status))}</li>`,
      );
    sendText(res, HTML, shell("Card readers", `<h1>Card readers of the sandbox</h1><ul>${lines.join("") || "<li>None yet</li>"}</ul>`));
  });
  router.on("GET", `${at}/:id`, (call) => {
    const reader = mustFind(store, "terminal.reader", call);
    const action = reader.action as { status: string } | null;
    const words = action?.status === "in_progress" ? "It waits for a card." : "It waits for nothing.";
    const body = `<h1>${escapeHtml(String(reader.label))}</h1><p>${escapeHtml(String(reader.status))}. ${words}</p>${buttons(atReader)}`;
    sendText(call.res, HTML, shell("Card reader", body));
  });
  router.on("POST", `${at}/:id`, (call) => {
    const { id } = mustFind(store, "terminal.reader", call);
    const outcome = atReader.find(([one]) => one === text(parseForm(call.body), "outcome"))?.[0];
    if (!outcome) throw new HttpError(400, "no such outcome");
    try {
      store.transaction(() => actAtReader({ ...stripe.internal(store.accountOf(id)), params: { id } }, outcome));
    } catch (error) {
      throw error instanceof StripeError ? new HttpError(409, error.message) : error;
    }
    back(call, `${at}/${id}`);
  });
}

export function mountProviderPages(router: Router, { store, stripe }: { store: Store; stripe: StripeServer }): void {
  mountReaders(router, { store, stripe });
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
