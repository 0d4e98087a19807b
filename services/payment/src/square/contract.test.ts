import { SANDBOX_KEYS, type Sandbox, startSandbox } from "@leashline/deploy/sandbox/main.ts";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type ChargingAccount, Declined, type Movement, type NewIntent, OutcomeUnknown, Refused } from "../provider/provider.ts";
import { stripeProvider } from "../provider/stripe.ts";
import { squareCharging } from "./charging.ts";
import { consentAddress, exchange } from "./consent.ts";
import { askingAs } from "./square-sdk.ts";
import type { SquareSettings } from "./square-settings.ts";

// What the rest of the service relies on, whichever processor a payment is with.

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0 });
});
afterAll(async () => sandbox?.close());
afterEach(() => {
  for (const provider of ["stripe", "square"] as const) sandbox.switches.set(provider, { mode: "ok" });
});

type Vendor = "stripe" | "square";
const tokens = {
  stripe: { good: "pm_card_visa", declined: "pm_card_visa_chargeDeclined" },
  square: { good: "cnon:card-nonce-ok", declined: "cnon:card-nonce-declined" },
};

const atStripe = (): ChargingAccount =>
  stripeProvider({ secretKey: SANDBOX_KEYS.stripeSecretKey, webhookSecrets: [], apiBase: sandbox.url }).at("");

let squareAt = { merchantId: "", placeId: "" };
async function atSquare(): Promise<ChargingAccount> {
  const settings: SquareSettings = {
    applicationId: SANDBOX_KEYS.squareApplicationId,
    applicationSecret: SANDBOX_KEYS.squareApplicationSecret,
    base: sandbox.url,
    cardScript: "",
    webhookKey: "",
    webhookUrl: "",
  };
  const back = "http://localhost/square/connect/callback";
  const body = new URLSearchParams({ account: "Contract Paws", currency: "USD", places: "1", answer: "allow" });
  const { headers } = await fetch(consentAddress(settings, back, "state"), { method: "POST", redirect: "manual", body });
  const code = new URL(headers.get("location") ?? "").searchParams.get("code") ?? "";
  const given = (await exchange(settings, code, back)) ?? expect.fail("Square gave no token");
  const ask = askingAs(settings, async () => given.accessToken);
  const { locations = [] } = await ask((square) => square.locations.list());
  squareAt = { merchantId: given.merchantId, placeId: locations[0]?.id ?? "" };
  return squareCharging(ask, squareAt);
}

/** What the sandbox does with payouts at Stripe. */
async function payouts<T>(path: string): Promise<T> {
  const headers = { authorization: `Bearer ${sandbox.token}` };
  return (await (await fetch(`${sandbox.url}/sandbox/api/stripe/payouts${path}`, { method: "POST", headers })).json()) as T;
}

const opened: Record<Vendor, () => ChargingAccount | Promise<ChargingAccount>> = { stripe: atStripe, square: atSquare };

describe.each(["stripe", "square"] as const)("a card processor (%s)", (vendor) => {
  let account: ChargingAccount;
  beforeAll(async () => {
    account = await opened[vendor]();
  });
  const ref = () => crypto.randomUUID();
  const asked = (paymentMethod: string, name = ref()): NewIntent => ({
    key: `ll-intent-${name}`,
    amount: 2_500n,
    currency: "USD",
    paymentMethod,
    customer: "",
    saveCard: false,
    description: "Order 1",
    metadata: { payment_ref: name },
  });
  const confirming = (key: string) => ({ key: `ll-confirm-${key}`, offSession: false, returnUrl: "http://localhost" });
  const take = async (token = tokens[vendor].good, name = ref()) => {
    const intent = await account.createIntent(asked(token, name));
    return await account.confirmIntent(intent.id, confirming(name));
  };

  test("making an intent known takes nothing, and is one thing under one key; confirmed it takes the amount, with its card, fee and name", async () => {
    const one = asked(tokens[vendor].good);
    const [first, again] = [await account.createIntent(one), await account.createIntent(one)];
    expect([again.id, first.state, first.received]).toEqual([first.id, "unconfirmed", 0n]);
    const taken = await account.confirmIntent(first.id, confirming(one.key));
    expect(taken).toMatchObject({ id: first.id, state: "succeeded", received: 2_500n, amount: 2_500n, currency: "USD" });
    expect([taken.card?.brand, taken.fee > 0n, taken.metadata.payment_ref]).toEqual(["visa", true, one.metadata.payment_ref]);
    expect(await account.getIntent(first.id)).toMatchObject({ state: "succeeded", received: 2_500n });
  });

  test("an intent is given up before it is confirmed, and not after", async () => {
    const first = await account.createIntent(asked(tokens[vendor].good));
    expect((await account.cancelIntent(first.id)).state).toBe("cancelled");
    await expect(account.confirmIntent(first.id, confirming(first.id))).rejects.toThrow(Refused);
    const taken = await take();
    expect(await account.cancelIntent(taken.id)).toMatchObject({ state: "succeeded", received: 2_500n });
  });

  test("a card that is declined takes nothing; one that there is not is refused", async () => {
    await expect(take(tokens[vendor].declined)).rejects.toThrow(Declined);
    await expect(take("nonsense")).rejects.toThrow(Refused);
  });

  test("without an answer nobody knows; asked again under the same key it is taken once", async () => {
    const name = ref();
    sandbox.switches.set(vendor, { mode: "lost", remaining: null });
    await expect(account.createIntent(asked(tokens[vendor].good, name))).rejects.toThrow(OutcomeUnknown);
    sandbox.switches.set(vendor, { mode: "ok" });
    const intent = await account.createIntent(asked(tokens[vendor].good, name));
    sandbox.switches.set(vendor, { mode: "lost", remaining: null });
    await expect(account.confirmIntent(intent.id, confirming(name))).rejects.toThrow(OutcomeUnknown);
    sandbox.switches.set(vendor, { mode: "ok" });
    expect(await account.getIntent(intent.id)).toMatchObject({ state: "succeeded", received: 2_500n });
    sandbox.switches.set(vendor, { mode: "down" });
    await expect(account.getIntent(intent.id)).rejects.toThrow(OutcomeUnknown);
  });

  test("money goes back once under one key, in parts, by its name, and never more than was taken", async () => {
    const { id: intentId } = await take();
    const name = ref();
    const back = (amount: bigint, key = ref()) =>
      account.refund({ key: `ll-refund-${key}`, intentId, amount, currency: "USD", metadata: { refund_ref: key } });
    const [first, again] = [await back(1_000n, name), await back(1_000n, name)];
    expect([again.id, first.state, first.amount, first.intentId]).toEqual([first.id, "accepted", 1_000n, intentId]);
    await back(500n);
    await expect(back(1_001n)).rejects.toThrow(Refused);
    const all = await account.refundsOf(intentId);
    expect(all.map(({ amount }) => amount).sort()).toEqual([1_000n, 500n]);
    expect(all.find(({ metadata }) => metadata.refund_ref === name)?.id).toBe(first.id);
    expect(await account.lookUp({ kind: "refund", object: first })).toMatchObject({
      kind: "refund",
      object: { id: first.id, amount: 1_000n },
    });
  });

  test("what it does not know is nothing; what was made since a time is listed", async () => {
    for (const kind of ["intent", "refund"] as const) expect(await account.lookUp({ kind, object: { id: "nowhere" } })).toBeNull();
    const since = new Date(Date.now() - 60_000);
    const { id } = await take();
    const found: string[] = [];
    for await (const intent of account.intentsSince(since)) found.push(intent.id);
    expect(found).toContain(id);
  });

  /** The files that the sandbox has with a dispute's answer. */
  const sentWith = (id: string): string[] => {
    const { store } = sandbox;
    if (vendor === "stripe") {
      const found = store.list({ kinds: ["dispute"], limit: 1_000 }).find(({ doc }) => doc.id === id);
      return Object.values(found?.doc.evidence as Record<string, string | null>)
        .filter((one): one is string => one?.startsWith("file_") ?? false)
        .sort();
    }
    const all = store.list({ kinds: ["sq_evidence"], limit: 1_000 }).map(({ doc }) => doc);
    const files = all.filter((one) => one.dispute_id === id && one.evidence_file && !one.deleted);
    return files.map((one) => one.id.replace(/^sq:/, "")).sort();
  };

  /** As each sandbox contests a charge at once. */
  const contested = async () => {
    const name = ref();
    const token = vendor === "stripe" ? "pm_card_createDispute" : tokens.square.good;
    const intent = await account.createIntent({ ...asked(token, name), amount: 8_803n });
    const taken = await account.confirmIntent(intent.id, confirming(name));
    for await (const dispute of account.disputesSince(new Date(Date.now() - 60_000))) if (dispute.intentId === taken.id) return dispute;
    return expect.fail("nothing is contested");
  };

  test("a contested charge is listed with what was taken back for now, answered in words of any length, or given up", async () => {
    const first = await contested();
    expect(first).toMatchObject({ state: "open", amount: 8_803n, withdrawn: 8_803n, currency: "USD" });
    expect([first.reason !== "", (first.dueAt?.getTime() ?? 0) > Date.now()]).toEqual([true, true]);
    const answer = { key: `ll-answer-${ref()}`, text: "The dog was bathed and fetched. ".repeat(40), files: {} };
    expect(await account.answerDispute(first.id, answer)).toMatchObject({ id: first.id, amount: 8_803n });
    expect(await account.lookUp({ kind: "dispute", object: first })).toMatchObject({ kind: "dispute", object: { id: first.id } });
    const second = await contested();
    expect(await account.acceptDispute(second.id, { key: `ll-accept-${ref()}` })).toMatchObject({ state: "lost", withdrawn: 8_803n });
    await expect(account.acceptDispute(second.id, { key: `ll-accept-${ref()}` })).rejects.toThrow(Refused);
    expect(await account.lookUp({ kind: "dispute", object: { id: "nowhere" } })).toBeNull();
  });

  test("files are left for an answer and go with it; the same key leaves one, and a file that is not named does not go", async () => {
    const { id } = await contested();
    const pdf = { contentType: "application/pdf", content: Buffer.from("%PDF-1.7 what the client was given") };
    const receipt = { key: `ll-file-${ref()}`, kind: "receipt" as const, fileName: "INV-1.pdf", ...pdf };
    const first = await account.keepEvidence(id, receipt);
    expect(await account.keepEvidence(id, receipt)).toBe(first);
    const signed = await account.keepEvidence(id, { ...receipt, key: `ll-file-${ref()}`, kind: "customer_signature" });
    const other = await account.keepEvidence(id, { ...receipt, key: `ll-file-${ref()}`, kind: "uncategorized" });
    await expect(account.keepEvidence(id, { ...receipt, key: `ll-file-${ref()}`, contentType: "text/plain" })).rejects.toThrow(Refused);
    const files = { customer_signature: signed, uncategorized: other };
    await account.answerDispute(id, { key: `ll-answer-${ref()}`, text: "Bathed.", files });
    expect(sentWith(id)).toEqual([other, signed].sort());
  });

  /** As each sandbox pays out, of all that was taken there, and says how it ended. */
  const night: { pay: () => Promise<string>; fail: (id: string) => Promise<void> } =
    vendor === "stripe"
      ? {
          pay: async () => (await payouts<{ payouts: { id: string }[] }>("?to=in_transit")).payouts[0]?.id ?? "",
          fail: (id) => payouts(`/${id}/failed`),
        }
      : {
          pay: async () => sandbox.square.payOut(squareAt.merchantId, squareAt.placeId),
          fail: async (id) => sandbox.square.endPayout(squareAt.merchantId, id, "FAILED"),
        };

  test("a payout is listed with its state, its sum and the movements that make it up, each with its fee and what it is of; one that failed comes with the next", async () => {
    const { id: intentId } = await take();
    const back = await account.refund({
      key: `ll-refund-${ref()}`,
      intentId,
      amount: 500n,
      currency: "USD",
      metadata: { refund_ref: ref() },
    });
    expect(back.state).toBe("accepted");
    const id = await night.pay();
    const listed = [];
    for await (const payout of account.payoutsSince(new Date(Date.now() - 60_000))) listed.push(payout);
    const made = listed.find((one) => one.id === id) ?? expect.fail("it is not listed");
    expect(made).toMatchObject({ state: "in_transit", currency: "USD", itemized: "yes", failure: "" });
    expect(made.arrivesOn).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(await account.lookUp({ kind: "payout", object: { id } })).toEqual({ kind: "payout", object: made });
    const movements: Movement[] = [];
    for await (const one of account.movementsOf(id)) if (one.payoutId !== id) movements.push(one);
    expect(movements.reduce((sum, { amount, fee }) => sum + amount - fee, 0n)).toBe(made.amount);
    const of = (kind: string) => movements.filter((one) => one.kind === kind && one.intentId === intentId);
    expect(of("charge").map(({ amount, fee }) => [amount, fee > 0n])).toEqual([[2_500n, true]]);
    expect(of("refund").map(({ amount }) => amount)).toEqual([-500n]);
    await night.fail(id);
    const failed = await account.lookUp({ kind: "payout", object: { id } });
    expect(failed).toMatchObject({ kind: "payout", object: { id, state: "failed", failure: expect.stringMatching(/./) } });
    await take();
    const brought = [];
    for await (const one of account.movementsOf(await night.pay()))
      if (one.kind === "payout" && one.payoutId === id) brought.push(one.amount);
    expect(brought).toEqual([made.amount]);
    expect(await account.lookUp({ kind: "payout", object: { id: "nowhere" } })).toBeNull();
  });

  test("a card is kept for a customer, charged without its holder, and given up; twice is as once", async () => {
    const key = ref();
    const made = () => account.createCustomer({ key, name: "Robin Vale", metadata: { customer_id: "20" } });
    const customer = await made();
    expect(await made()).toBe(customer);
    const card = await account.attachCard(customer, tokens[vendor].good, `ll-attach-${key}`);
    expect([card.brand, card.last4.length, card.expYear > 2_025]).toEqual(["visa", 4, true]);
    const name = ref();
    const intent = await account.createIntent({ ...asked(card.id, name), customer });
    expect((await account.confirmIntent(intent.id, { ...confirming(name), offSession: true })).state).toBe("succeeded");
    await account.detachCard(card.id);
    await account.detachCard(card.id);
  });
});
