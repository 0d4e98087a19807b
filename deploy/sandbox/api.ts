import type { Deliveries } from "./core/deliveries.ts";
import { type Call, HttpError, parseJson, type Router, sendText } from "./core/http.ts";
import type { Doc, Row, Store } from "./core/store.ts";
import { isProvider, parseSwitch, type Switches } from "./core/switches.ts";
import type { Mail } from "./mail/server.ts";
import { authenticate } from "./stripe/confirm.ts";
import { itemize, movePayout, payOut, STATES } from "./stripe/payouts.ts";
import type { StripeServer } from "./stripe/server.ts";
import { authenticateSetup } from "./stripe/setup-intents.ts";
import type { TwilioServer } from "./twilio/server.ts";
import type { Text } from "./twilio/text.ts";

export type Parts = { store: Store; switches: Switches; deliveries: Deliveries; stripe: StripeServer; twilio: TwilioServer };

const KINDS: Record<string, string[]> = { text: ["text"], mail: ["mail"], payment: ["charge", "refund"] };
const MAX_WAIT = 60_000;

/** Answers at once when `read` finds something, else on the first change that makes it so, else empty after `wait` ms. */
async function waiting<T>(store: Store, wait: number, read: () => T[]): Promise<T[]> {
  const found = read();
  if (found.length > 0 || wait <= 0) return found;
  return new Promise((resolve) => {
    const end = (rows: T[]) => {
      clearTimeout(timer);
      stop();
      resolve(rows);
    };
    const stop = store.onChange(() => {
      const rows = read();
      if (rows.length > 0) end(rows);
    });
    const timer = setTimeout(() => end([]), Math.min(wait, MAX_WAIT));
  });
}

function number(call: Call, name: string): number | undefined {
  const value = call.query.get(name);
  return value === null || value === "" || Number.isNaN(Number(value)) ? undefined : Number(value);
}

function window(call: Call): { limit: number; before?: number; after?: number } {
  const before = number(call, "before");
  const after = number(call, "after");
  return {
    limit: Math.min(1000, number(call, "limit") ?? 100),
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
  };
}

function flat<T>(row: Row<T>): T & { seq: number; kind: string } {
  return { ...row.doc, seq: row.seq, kind: row.kind };
}

function withoutRaw(row: Row<Mail>): Omit<Mail, "raw"> & { seq: number; kind: string } {
  const { raw: _, ...mail } = flat(row);
  return { ...mail, attachments: mail.attachments.map((part) => ({ ...part, content: "" })) };
}

function messages(router: Router, { store, twilio }: Parts): void {
  router.on("GET", "/sandbox/api/texts", (call) => {
    const equals = {
      to: call.query.get("to") ?? undefined,
      from: call.query.get("from") ?? undefined,
      direction: call.query.get("direction") ?? undefined,
    };
    const contains = call.query.get("q") ?? undefined;
    return waiting(store, number(call, "wait") ?? 0, () =>
      store.list<Text>({ kinds: ["text"], equals, ...(contains ? { contains } : {}), ...window(call) }).map(flat),
    ).then((texts) => ({ texts }));
  });
  router.on("POST", "/sandbox/api/texts/reply", (call) => {
    const input = parseJson(call.body);
    const from = String(input.from ?? "");
    const body = String(input.body ?? "").trim();
    const media = Array.isArray(input.media) ? input.media.map(String) : [];
    if (!/^\+[1-9]\d{6,14}$/.test(from)) throw new HttpError(400, "from must be a phone number like +12065550101");
    if (!body && media.length === 0) throw new HttpError(400, "write something first");
    return { text: twilio.receive({ from, to: String(input.to ?? ""), body, media }) };
  });
  router.on("GET", "/sandbox/api/mails", (call) => {
    const to = call.query.get("to")?.toLowerCase();
    const subject = call.query.get("subject");
    const contains = call.query.get("q") ?? undefined;
    const fits = (mail: Mail) => (!to || mail.recipients.includes(to)) && (!subject || mail.subject.includes(subject));
    return waiting(store, number(call, "wait") ?? 0, () =>
      store
        .list<Mail>({ kinds: ["mail"], ...(contains ? { contains } : {}), ...window(call) })
        .filter((row) => fits(row.doc))
        .map(withoutRaw),
    ).then((mails) => ({ mails }));
  });
}

function mailParts(router: Router, { store }: Parts): void {
  const mail = (call: Call): Mail => {
    const found = store.get<Mail>("mail", call.params.id ?? "");
    if (!found) throw new HttpError(404, "no such mail");
    return found;
  };
  // What people wrote is shown in a frame that can run nothing and reach nothing but pictures.
  const guard = { "content-security-policy": "sandbox; default-src 'none'; img-src data: http: https:; style-src 'unsafe-inline'" };
  router.on("GET", "/sandbox/api/mails/:id/html", (call) => sendText(call.res, "text/html; charset=utf-8", mail(call).html, guard));
  router.on("GET", "/sandbox/api/mails/:id/text", (call) => sendText(call.res, "text/plain; charset=utf-8", mail(call).text));
  router.on("GET", "/sandbox/api/mails/:id/raw", (call) => sendText(call.res, "text/plain; charset=utf-8", mail(call).raw));
  router.on("GET", "/sandbox/api/mails/:id/attachments/:index", (call) => {
    const part = mail(call).attachments[Number(call.params.index)];
    if (!part) throw new HttpError(404, "no such attachment");
    const name = encodeURIComponent(part.filename);
    sendText(call.res, part.type, Buffer.from(part.content, "base64"), { "content-disposition": `attachment; filename*=UTF-8''${name}` });
  });
  router.on("GET", "/sandbox/api/mails/:id", mail);
}

function payments(router: Router, { store, stripe }: Parts): void {
  router.on("GET", "/sandbox/api/payments", (call) => {
    const intent = call.query.get("payment_intent") ?? undefined;
    return { payments: store.list({ kinds: ["charge", "refund"], equals: { payment_intent: intent }, ...window(call) }).map(flat) };
  });
  router.on("POST", "/sandbox/api/stripe/authenticate/:id", (call) => {
    const passed = parseJson(call.body).outcome !== "fail";
    return store.transaction(() => decide(store, stripe, call.params.id ?? "", passed));
  });
}

/** Payouts of every account, and each step of one: `?by=hand&to=pending&items=later&debit=1`, then `/<id>/in_transit` and so on, or `/<id>/itemize`. */
function payouts(router: Router, { store, stripe }: Parts): void {
  const stateOf = (name: string) => {
    const state = STATES.find((one) => one === name);
    if (!state) throw new HttpError(404, "no such state of a payout");
    return state;
  };
  router.on("POST", "/sandbox/api/stripe/payouts", ({ query }) => {
    const paying = {
      automatic: query.get("by") !== "hand",
      to: stateOf(query.get("to") ?? "paid"),
      itemized: query.get("items") !== "later",
      debit: query.get("debit") === "1",
    };
    const accounts = ["", ...store.list({ kinds: ["account"], limit: 100_000 }).map(({ doc }) => doc.id)];
    return { payouts: store.transaction(() => accounts.flatMap((account) => payOut(stripe.internal(account), paying))) };
  });
  router.on("POST", "/sandbox/api/stripe/payouts/:id/:step", ({ params: { id = "", step = "" } }) => {
    const at = stripe.internal(store.accountOf(id));
    return store.transaction(() => (step === "itemize" ? itemize(at, id) : movePayout(at, id, stateOf(step))));
  });
}

/** The answer given on the 3-D Secure page, for a payment or for a card that is being saved. */
export function decide(store: Store, stripe: StripeServer, id: string, passed: boolean): Doc {
  const intent = store.get("payment_intent", id);
  if (intent) return authenticate(stripe.internal(store.accountOf(id)), intent, passed);
  const setup = store.get("setup_intent", id);
  if (setup) return authenticateSetup(stripe.internal(store.accountOf(id)), setup, passed);
  throw new HttpError(404, "no such payment");
}

function controls(router: Router, { store, switches, deliveries }: Parts): void {
  router.on("GET", "/sandbox/api/switches", () => switches.all());
  router.on("PUT", "/sandbox/api/switches/:provider", (call) => {
    const provider = call.params.provider ?? "";
    if (!isProvider(provider)) throw new HttpError(404, "no such provider");
    const change = parseSwitch(parseJson(call.body));
    if (typeof change === "string") throw new HttpError(400, change);
    return switches.set(provider, change);
  });
  router.on("POST", "/sandbox/api/reset", () => {
    store.reset();
    return { ok: true };
  });
  router.on("GET", "/sandbox/api/webhooks", (call) => ({ webhooks: deliveries.list(number(call, "limit") ?? 100) }));
  router.on("POST", "/sandbox/api/webhooks/:id/resend", (call) => {
    if (!deliveries.resend(Number(call.params.id))) throw new HttpError(404, "no such delivery");
    return { ok: true };
  });
}

function feed(router: Router, { store }: Parts): void {
  router.on("GET", "/sandbox/api/feed", (call) => {
    const kinds = KINDS[call.query.get("kind") ?? ""] ?? Object.values(KINDS).flat();
    const contains = call.query.get("q") ?? undefined;
    const rows = store.list({ kinds, ...(contains ? { contains } : {}), ...window(call) });
    return {
      items: rows.map((row) =>
        row.kind === "mail" ? { at: row.created, ...withoutRaw(row as unknown as Row<Mail>) } : { at: row.created, ...flat(row) },
      ),
    };
  });
  router.on("GET", "/sandbox/api/stream", ({ req, res }) => {
    res.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store", connection: "keep-alive" });
    res.write("retry: 1000\n\n");
    const stop = store.onChange(() => res.write("data: changed\n\n"));
    req.on("close", stop);
  });
}

export function mountApi(router: Router, parts: Parts): void {
  messages(router, parts);
  mailParts(router, parts);
  payments(router, parts);
  payouts(router, parts);
  controls(router, parts);
  feed(router, parts);
}
