import { mkdtempSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import Stripe from "stripe";
import twilio from "twilio";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { SANDBOX_KEYS, type Sandbox, startSandbox } from "./main.ts";

type Hook = { url: string; headers: Record<string, string | string[] | undefined>; body: string };
let sandbox: Sandbox;
let receiver: Server;
let hooks: Hook[] = [];
let answer: { status: number; body: string } = { status: 200, body: "" };
let stripe: Stripe;
let publicUrl = "";
const waiters = new Set<() => void>();

function stripeFor(box: Sandbox, maxNetworkRetries = 0): Stripe {
  return new Stripe(SANDBOX_KEYS.stripeSecretKey, {
    host: "127.0.0.1",
    port: box.port,
    protocol: "http",
    maxNetworkRetries,
    timeout: 2000,
  });
}

class SandboxClient extends twilio.RequestClient {
  override request<T>(options: Parameters<InstanceType<typeof twilio.RequestClient>["request"]>[0]) {
    return super.request<T>({ ...options, uri: options.uri.replace("https://api.twilio.com", sandbox.url) } as never);
  }
}
const texts = () => twilio(SANDBOX_KEYS.twilioAccountSid, SANDBOX_KEYS.twilioAuthToken, { httpClient: new SandboxClient() });

async function hook(fits: (one: Hook) => boolean): Promise<Hook> {
  for (;;) {
    const found = hooks.find(fits);
    if (found) return found;
    await new Promise<void>((resolve) => {
      const wake = () => {
        waiters.delete(wake);
        resolve();
      };
      waiters.add(wake);
    });
  }
}
const stripeHook = (type: string) =>
  hook((one) => one.url === "/webhooks/stripe" && (JSON.parse(one.body) as { type: string }).type === type);

async function api<T>(path: string, method = "GET", body?: unknown): Promise<T> {
  const response = await fetch(`${sandbox.url}/sandbox/api${path}`, { method, ...(body ? { body: JSON.stringify(body) } : {}) });
  return (await response.json()) as T;
}

beforeAll(async () => {
  receiver = createServer((req, res) => {
    let body = "";
    req.on("data", (part) => {
      body += part;
    });
    req.on("end", () => {
      hooks.push({ url: req.url ?? "", headers: req.headers, body });
      res.writeHead(answer.status, { "content-type": "text/xml" });
      res.end(answer.body);
      for (const wake of [...waiters]) wake();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  publicUrl = `http://127.0.0.1:${(receiver.address() as { port: number }).port}`;
  sandbox = await startSandbox({ port: 0, smtpPort: 0, publicUrl });
  stripe = stripeFor(sandbox);
});
beforeEach(() => {
  hooks = [];
  answer = { status: 200, body: "" };
  sandbox.store.reset();
});
afterAll(async () => {
  await sandbox.close();
  receiver.closeAllConnections();
  await new Promise((resolve) => receiver.close(resolve));
});

const CARD = { allowed_payment_method_types: ["card" as const], currency: "usd", confirm: true };

describe("Stripe", () => {
  test("charges a card, tells the signed webhook, and expands what is asked", async () => {
    const intent = await stripe.paymentIntents.create({
      ...CARD,
      amount: 14_764,
      payment_method: "pm_card_visa",
      metadata: { orderId: "7" },
      expand: ["latest_charge.balance_transaction"],
    });
    expect(intent).toMatchObject({ status: "succeeded", amount_received: 14_764 });
    const charge = intent.latest_charge as Stripe.Charge;
    expect(charge).toMatchObject({ captured: true, paid: true, payment_method_details: { card: { brand: "visa", last4: "4242" } } });
    expect(charge.balance_transaction).toMatchObject({ fee: 458, net: 14_764 - 458 });
    const seen = await stripeHook("payment_intent.succeeded");
    const event = stripe.webhooks.constructEvent(seen.body, String(seen.headers["stripe-signature"]), SANDBOX_KEYS.stripeWebhookSecret);
    expect(event.data.object).toMatchObject({ id: intent.id, metadata: { orderId: "7" } });
    expect(() =>
      stripe.webhooks.constructEvent(`${seen.body} `, String(seen.headers["stripe-signature"]), SANDBOX_KEYS.stripeWebhookSecret),
    ).toThrow();
    const found = await stripe.paymentIntents.search({ query: "metadata['orderId']:'7' AND status:'succeeded'" });
    expect(found.data.map((one) => one.id)).toEqual([intent.id]);
  });

  test.each([
    ["pm_card_visa_chargeDeclined", "4000000000000002", "card_declined", "generic_decline"],
    ["pm_card_chargeDeclinedInsufficientFunds", "4000000000009995", "card_declined", "insufficient_funds"],
    ["pm_card_chargeDeclinedLostCard", "4000000000009987", "card_declined", "lost_card"],
    ["pm_card_chargeDeclinedExpiredCard", "4000000000000069", "expired_card", ""],
    ["pm_card_chargeDeclinedIncorrectCvc", "4000000000000127", "incorrect_cvc", ""],
    ["pm_card_chargeDeclinedProcessingError", "4000000000000119", "processing_error", ""],
  ])("declines %s and %s with %s %s", async (id, number, code, decline) => {
    const raw = await stripe.paymentMethods.create({ type: "card", card: { number, exp_month: 12, exp_year: 2040, cvc: "123" } });
    for (const payment_method of [id, raw.id]) {
      const error = await stripe.paymentIntents.create({ ...CARD, amount: 5000, payment_method }).catch((caught: unknown) => caught);
      expect(error).toBeInstanceOf(Stripe.errors.StripeCardError);
      expect(error).toMatchObject({ code, decline_code: decline, payment_intent: { status: "requires_payment_method" } });
    }
    const customer = await stripe.customers.create({ name: "Ann" });
    await expect(stripe.paymentMethods.attach(id, { customer: customer.id })).rejects.toMatchObject({ code });
  });

  test("refuses numbers that are not test cards, wrong dates and unknown parameters as Stripe does", async () => {
    const make = (card: Partial<Stripe.PaymentMethodCreateParams.Card>) =>
      stripe.paymentMethods.create({ type: "card", card: { number: "4242424242424242", exp_month: 12, exp_year: 2040, ...card } });
    await expect(make({ number: "4242424242424241" })).rejects.toMatchObject({ code: "incorrect_number" });
    await expect(make({ number: "4111111111111111" })).rejects.toMatchObject({ decline_code: "test_mode_live_card" });
    await expect(make({ exp_year: 2020 })).rejects.toMatchObject({ code: "invalid_expiry_year" });
    await expect(make({ exp_month: 13 })).rejects.toMatchObject({ code: "invalid_expiry_month" });
    await expect(stripe.paymentIntents.create({ amount: 500, currency: "usd", amonut: 1 } as never)).rejects.toMatchObject({
      code: "parameter_unknown",
    });
    await expect(stripe.paymentIntents.create({ ...CARD, amount: 49 })).rejects.toMatchObject({ code: "amount_too_small" });
    await expect(stripe.paymentIntents.retrieve("pi_missing")).rejects.toMatchObject({ code: "resource_missing", statusCode: 404 });
    await expect(
      stripe.paymentIntents.create({ amount: 500, currency: "usd", confirm: true, payment_method: "pm_card_visa" }),
    ).rejects.toMatchObject({ param: "return_url" });
  });

  test.each(["4000002500003155", "4000000000003220"])("asks for authentication with %s", async (number) => {
    const method = await stripe.paymentMethods.create({ type: "card", card: { number, exp_month: 12, exp_year: 2040, cvc: "123" } });
    const create = () =>
      stripe.paymentIntents.create({ ...CARD, amount: 2000, payment_method: method.id, return_url: "https://shop.test/done" });
    const passed = await create();
    expect(passed.status).toBe("requires_action");
    const page = passed.next_action?.redirect_to_url?.url ?? "";
    expect(await (await fetch(page)).text()).toContain("$20.00");
    const back = await fetch(page, { method: "POST", body: "outcome=pass", redirect: "manual" });
    expect(back.headers.get("location")).toContain(`payment_intent=${passed.id}&redirect_status=succeeded`);
    expect((await stripe.paymentIntents.retrieve(passed.id)).status).toBe("succeeded");
    const refused = await create();
    await api(`/stripe/authenticate/${refused.id}`, "POST", { outcome: "fail" });
    expect(await stripe.paymentIntents.retrieve(refused.id)).toMatchObject({
      status: "requires_payment_method",
      last_payment_error: { code: "payment_intent_authentication_failure" },
    });
    const silent = stripe.paymentIntents.create({ ...CARD, amount: 2000, payment_method: method.id, off_session: true });
    await expect(silent).rejects.toMatchObject({ code: "authentication_required" });
  });

  test("keeps cards on file: set up, list, charge off session, detach", async () => {
    const customer = await stripe.customers.create({ name: "Ann Lee", email: "ann@example.test", metadata: { customerId: "12" } });
    const setup = await stripe.setupIntents.create({
      customer: customer.id,
      payment_method: "pm_card_authenticationRequiredOnSetup",
      confirm: true,
      allowed_payment_method_types: ["card" as const],
    });
    expect(setup.status).toBe("requires_action");
    await api(`/stripe/authenticate/${setup.id}`, "POST", { outcome: "pass" });
    const cards = await stripe.customers.listPaymentMethods(customer.id);
    expect(cards.data).toHaveLength(1);
    const id = cards.data[0]?.id ?? "";
    const paid = await stripe.paymentIntents.create({ ...CARD, amount: 900, customer: customer.id, payment_method: id, off_session: true });
    expect(paid.status).toBe("succeeded");
    await stripe.paymentMethods.detach(id);
    expect((await stripe.customers.listPaymentMethods(customer.id)).data).toEqual([]);
    expect((await stripe.customers.list({ email: "ann@example.test" })).data.map((one) => one.id)).toEqual([customer.id]);
  });

  test("captures later, in part, and lets an authorisation go", async () => {
    const held = await stripe.paymentIntents.create({ ...CARD, amount: 10_000, capture_method: "manual", payment_method: "pm_card_visa" });
    expect(held).toMatchObject({ status: "requires_capture", amount_capturable: 10_000 });
    await expect(stripe.paymentIntents.capture(held.id, { amount_to_capture: 10_001 })).rejects.toMatchObject({ code: "amount_too_large" });
    expect(await stripe.paymentIntents.capture(held.id, { amount_to_capture: 6000 })).toMatchObject({
      status: "succeeded",
      amount_received: 6000,
    });
    await expect(stripe.paymentIntents.cancel(held.id)).rejects.toMatchObject({ code: "payment_intent_unexpected_state" });
    const other = await stripe.paymentIntents.create({ ...CARD, amount: 10_000, capture_method: "manual", payment_method: "pm_card_visa" });
    expect((await stripe.paymentIntents.cancel(other.id)).status).toBe("canceled");
    await expect(stripe.refunds.create({ payment_intent: held.id, amount: 6001 })).rejects.toThrow(
      "greater than unrefunded amount on charge ($60.00)",
    );
  });

  test("refunds in parts and never more than was captured", async () => {
    const paid = await stripe.paymentIntents.create({ ...CARD, amount: 5000, payment_method: "pm_card_visa" });
    const first = await stripe.refunds.create({ payment_intent: paid.id, amount: 2000, metadata: { refundId: "3" } });
    expect(first).toMatchObject({ status: "succeeded", amount: 2000 });
    await expect(stripe.refunds.create({ payment_intent: paid.id, amount: 3001 })).rejects.toThrow(
      "Refund amount ($30.01) is greater than unrefunded amount on charge ($30.00)",
    );
    await stripe.refunds.create({ payment_intent: paid.id });
    await expect(stripe.refunds.create({ payment_intent: paid.id })).rejects.toMatchObject({ code: "charge_already_refunded" });
    expect((await stripe.refunds.list({ payment_intent: paid.id })).data.map((one) => one.amount)).toEqual([3000, 2000]);
    const event = JSON.parse((await stripeHook("charge.refunded")).body) as Stripe.Event;
    expect(event.data.object).toMatchObject({ payment_intent: paid.id });
  });

  test("an idempotency key answers the same once and refuses another body", async () => {
    const create = (amount: number, key: string) =>
      stripe.paymentIntents.create({ ...CARD, amount, payment_method: "pm_card_visa" }, { idempotencyKey: key });
    const all = await Promise.all(Array.from({ length: 5 }, () => create(700, "k1")));
    expect(new Set(all.map((one) => one.id)).size).toBe(1);
    await expect(create(800, "k1")).rejects.toMatchObject({ type: "StripeIdempotencyError" });
    const decline = () =>
      stripe.paymentIntents
        .create({ ...CARD, amount: 700, payment_method: "pm_card_chargeDeclined" }, { idempotencyKey: "k2" })
        .catch((error: Stripe.errors.StripeCardError) => error.payment_intent?.id);
    expect(await decline()).toBe(await decline());
    expect((await stripe.paymentIntents.list()).data).toHaveLength(2);
  });

  test("a lost answer leaves the charge made, and asking again with the key finds it", async () => {
    await api("/switches/stripe", "PUT", { mode: "lost", remaining: 1 });
    const params = { ...CARD, amount: 700, payment_method: "pm_card_visa" };
    const intent = await stripeFor(sandbox, 2).paymentIntents.create(params, { idempotencyKey: "k3" });
    expect(intent.status).toBe("succeeded");
    expect((await stripe.charges.list()).data).toHaveLength(1);
  });

  test("switches: error, timeout, decline and down, for the next N", async () => {
    const params = { ...CARD, amount: 700, payment_method: "pm_card_visa" };
    const cases: [string, object][] = [
      ["error", { statusCode: 500 }],
      ["decline", { code: "card_declined" }],
      ["timeout", { type: "StripeConnectionError" }],
      ["down", { statusCode: 503 }],
    ];
    for (const [mode, expected] of cases) {
      await api("/switches/stripe", "PUT", { mode, remaining: 1 });
      await expect(stripe.paymentIntents.create(params)).rejects.toMatchObject(expected);
      expect((await stripe.paymentIntents.create(params)).status).toBe("succeeded");
    }
  });

  test("a webhook that is refused is tried again", async () => {
    answer = { status: 500, body: "" };
    await stripe.customers.create({ name: "Ann" });
    await stripeHook("customer.created");
    hooks = [];
    answer = { status: 200, body: "" };
    await stripeHook("customer.created");
  });

  test("connected accounts do not see each other, and a key is needed", async () => {
    const customer = await stripe.customers.create({ name: "Ann" }, { stripeAccount: "acct_1" });
    await expect(stripe.customers.retrieve(customer.id)).rejects.toMatchObject({ code: "resource_missing" });
    const stranger = new Stripe("sk_live_nope", { host: "127.0.0.1", port: sandbox.port, protocol: "http" });
    await expect(stranger.customers.list()).rejects.toMatchObject({ statusCode: 401 });
  });
});

describe("Twilio", () => {
  test("sends a text, reports it to the status callback, and can be asked", async () => {
    const sent = await texts().messages.create({
      to: "+12065550111",
      from: SANDBOX_KEYS.twilioFrom,
      body: "Hi",
      statusCallback: `${publicUrl}/webhooks/twilio/status`,
    });
    expect(sent).toMatchObject({ status: "queued", numSegments: "1", direction: "outbound-api" });
    const seen = await hook((one) => one.body.includes("MessageStatus=delivered"));
    const params = Object.fromEntries(new URLSearchParams(seen.body));
    expect(params).toMatchObject({ MessageSid: sent.sid });
    expect(
      twilio.validateRequest(
        SANDBOX_KEYS.twilioAuthToken,
        String(seen.headers["x-twilio-signature"]),
        `${publicUrl}/webhooks/twilio/status`,
        params,
      ),
    ).toBe(true);
    expect((await texts().messages(sent.sid).fetch()).status).toBe("delivered");
    const listed = await texts().messages.list({ to: "+12065550111", dateSentAfter: new Date(Date.now() - 60_000) });
    expect(listed.map((one) => one.sid)).toEqual([sent.sid]);
  });

  test.each([
    [{ to: "+15005550001" }, 21_211],
    [{ to: "+15005550009" }, 21_614],
    [{ to: "+15005550004" }, 21_610],
    [{ to: "12" }, 21_211],
    [{ from: "+15005550001" }, 21_212],
    [{ from: "+15005550007" }, 21_606],
    [{ body: "" }, 21_602],
    [{ body: "x".repeat(1601) }, 21_617],
  ])("answers %j with code %i", async (change, code) => {
    await expect(
      texts().messages.create({ to: "+12065550111", from: SANDBOX_KEYS.twilioFrom, body: "Hi", ...change }),
    ).rejects.toMatchObject({ code });
  });

  test("a reply comes in as a signed webhook, and its TwiML answer goes back", async () => {
    answer = { status: 200, body: "<?xml version='1.0'?><Response><Message>Thanks &amp; bye</Message></Response>" };
    await texts().messages.create({ to: "+12065550111", from: SANDBOX_KEYS.twilioFrom, body: "Confirm with Y" });
    await api("/texts/reply", "POST", { from: "+12065550111", body: "Y", media: ["https://pictures.test/1.jpg"] });
    const seen = await hook((one) => one.url === "/webhooks/twilio/sms");
    const params = Object.fromEntries(new URLSearchParams(seen.body));
    expect(params).toMatchObject({
      From: "+12065550111",
      To: SANDBOX_KEYS.twilioFrom,
      Body: "Y",
      NumMedia: "1",
      MediaUrl0: "https://pictures.test/1.jpg",
    });
    const signature = String(seen.headers["x-twilio-signature"]);
    expect(twilio.validateRequest(SANDBOX_KEYS.twilioAuthToken, signature, `${publicUrl}/webhooks/twilio/sms`, params)).toBe(true);
    expect(
      twilio.validateRequest(SANDBOX_KEYS.twilioAuthToken, signature, `${publicUrl}/webhooks/twilio/sms`, { ...params, Body: "N" }),
    ).toBe(false);
    const { texts: back } = await api<{ texts: { body: string }[] }>("/texts?to=%2B12065550111&direction=outbound-reply&wait=5000");
    expect(back.map((one) => one.body)).toEqual(["Thanks & bye"]);
  });

  test("STOP unsubscribes a number until START", async () => {
    const send = () => texts().messages.create({ to: "+12065550112", from: SANDBOX_KEYS.twilioFrom, body: "Hi" });
    await api("/texts/reply", "POST", { from: "+12065550112", body: "STOP" });
    await expect(send()).rejects.toMatchObject({ code: 21_610 });
    await api("/texts/reply", "POST", { from: "+12065550112", body: "Start" });
    expect((await send()).status).toBe("queued");
  });

  test("switches: undelivered is reported, a lost answer still left the text", async () => {
    await api("/switches/twilio", "PUT", { mode: "undelivered", remaining: 1 });
    const sent = await texts().messages.create({
      to: "+12065550113",
      from: SANDBOX_KEYS.twilioFrom,
      body: "Hi",
      statusCallback: `${publicUrl}/webhooks/twilio/status`,
    });
    await hook((one) => one.body.includes("MessageStatus=undelivered"));
    expect(await texts().messages(sent.sid).fetch()).toMatchObject({ status: "undelivered", errorCode: 30_003 });
    await api("/switches/twilio", "PUT", { mode: "lost", remaining: 1 });
    await expect(texts().messages.create({ to: "+12065550114", from: SANDBOX_KEYS.twilioFrom, body: "Hi" })).rejects.toThrow();
    expect((await texts().messages.list({ to: "+12065550114" })).map((one) => one.body)).toEqual(["Hi"]);
  });
});

describe("Mail", () => {
  const mailer = () =>
    createTransport({ host: "127.0.0.1", port: sandbox.smtpPort, secure: false, connectionTimeout: 2000, socketTimeout: 1000 });
  const letter = {
    from: "Paws & Co <shop@example.test>",
    to: "Ann <ann@example.test>",
    subject: "Receipt é",
    text: "Thanks",
    html: "<p>Thanks <b>Ann</b></p><script>alert(1)</script>",
    messageId: "<m1@example.test>",
  };

  test("keeps text, HTML and attachments, and the same letter only once", async () => {
    await mailer().sendMail({ ...letter, attachments: [{ filename: "a.txt", content: "hello" }] });
    await mailer().sendMail({ ...letter, attachments: [{ filename: "a.txt", content: "hello" }] });
    const { mails } = await api<{ mails: { id: string; subject: string; copies: number; text: string; from: string }[] }>(
      "/mails?to=ann@example.test&wait=5000",
    );
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({ subject: "Receipt é", copies: 2, text: "Thanks\n", from: "Paws & Co <shop@example.test>" });
    const html = await fetch(`${sandbox.url}/sandbox/api/mails/${mails[0]?.id}/html`);
    expect(html.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(await html.text()).toContain("<b>Ann</b>");
    expect(await (await fetch(`${sandbox.url}/sandbox/api/mails/${mails[0]?.id}/attachments/0`)).text()).toBe("hello");
  });

  test.each([
    ["error", 451],
    ["decline", 550],
    ["lost", undefined],
    ["timeout", undefined],
  ])("switch %s", async (mode, responseCode) => {
    await api("/switches/mail", "PUT", { mode, remaining: 1 });
    await expect(mailer().sendMail(letter)).rejects.toMatchObject(responseCode ? { responseCode } : {});
    const { mails } = await api<{ mails: unknown[] }>("/mails");
    expect(mails).toHaveLength(mode === "lost" ? 1 : 0);
  });

  test("an address that starts with bounce is refused", async () => {
    await expect(mailer().sendMail({ ...letter, to: "bounce@example.test" })).rejects.toMatchObject({ responseCode: 550 });
  });
});

describe("The sandbox itself", () => {
  test("a restart keeps texts, charges, switches and webhooks that are still to go", async () => {
    const dataDir = join(mkdtempSync(join(tmpdir(), "sandbox-")), "state");
    const first = await startSandbox({ port: 0, smtpPort: 0, dataDir });
    const paid = await stripeFor(first).paymentIntents.create(
      { ...CARD, amount: 900, payment_method: "pm_card_visa" },
      { idempotencyKey: "k" },
    );
    first.switches.set("mail", { latencyMs: 5 });
    await first.close();
    const second = await startSandbox({ port: 0, smtpPort: 0, dataDir, publicUrl });
    try {
      const again = await stripeFor(second).paymentIntents.create(
        { ...CARD, amount: 900, payment_method: "pm_card_visa" },
        { idempotencyKey: "k" },
      );
      expect(again.id).toBe(paid.id);
      expect(second.switches.get("mail").latencyMs).toBe(5);
      await stripeHook("payment_intent.succeeded");
    } finally {
      await second.close();
    }
  });

  test("the page is served, the feed shows everything newest first and can be searched", async () => {
    expect(await (await fetch(sandbox.url)).text()).toContain("Sandbox");
    await texts().messages.create({ to: "+12065550111", from: SANDBOX_KEYS.twilioFrom, body: "Rex is ready" });
    await stripe.paymentIntents.create({ ...CARD, amount: 900, payment_method: "pm_card_visa" });
    const { items } = await api<{ items: { kind: string }[] }>("/feed");
    expect(items.map((item) => item.kind)).toEqual(["charge", "text"]);
    const found = await api<{ items: { kind: string }[] }>("/feed?q=rex");
    expect(found.items.map((item) => item.kind)).toEqual(["text"]);
    await expect(api("/switches/twilio", "PUT", { mode: "broken" })).resolves.toMatchObject({
      error: expect.stringContaining("mode must be one of"),
    });
  });
});
