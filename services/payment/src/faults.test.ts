import { randomUUID } from "node:crypto";
import { ConnectError } from "@connectrpc/connect";
import { SANDBOX_KEYS, type Sandbox, startSandbox } from "@leashline/deploy/sandbox/main.ts";
import { fromConnectError } from "@leashline/kit";
import { clientAt, owner, startServers, type TestServers } from "@leashline/kit/test";
import { ErrorCode } from "@leashline/proto/leashline/options/v1/errors_pb.js";
import { OrderService } from "@leashline/proto/leashline/order/v1/order_service_pb.js";
import { AchPaymentService } from "@leashline/proto/leashline/payment/v1/ach_service_pb.js";
import { LedgerService } from "@leashline/proto/leashline/payment/v1/ledger_pb.js";
import { type Payment, PaymentStatus } from "@leashline/proto/leashline/payment/v1/payment_pb.js";
import { PaymentService } from "@leashline/proto/leashline/payment/v1/payment_service_pb.js";
import { PaymentSettingService } from "@leashline/proto/leashline/payment/v1/payment_setting_pb.js";
import { ReaderPaymentService } from "@leashline/proto/leashline/payment/v1/reader_payment_service_pb.js";
import { TerminalService } from "@leashline/proto/leashline/payment/v1/terminal_service_pb.js";
import { TransactionService } from "@leashline/proto/leashline/payment/v1/transaction_service_pb.js";
import { WebhookService } from "@leashline/proto/leashline/payment/v1/webhook_pb.js";
import Stripe from "stripe";
import { afterAll, beforeAll, expect, test } from "vitest";
import { chanceFrom } from "../test/chance.ts";
import { cents, usd } from "../test/harness.ts";
import { type Hooks, listenBadly } from "../test/hooks.ts";
import { type Service, servicePorts, startProcess } from "../test/processes.ts";
import { type Counter, chargeAtProvider, chargesInBooks, setUpReaders, tap, troubleOf, watchCharges } from "../test/taps.ts";

const checkouts = Number(process.env.LEASHLINE_FAULT_CHECKOUTS ?? 60);
// How often a process is killed, evenly over the run; order and payment in turn.
const kills = Number(process.env.LEASHLINE_FAULT_KILLS ?? 4);
// Which moment of the work it is, is chance, as is how badly webhooks come; the seed repeats it.
const seed = Number(process.env.LEASHLINE_FAULT_SEED ?? Math.floor(Math.random() * 1_000_000));
const chance = chanceFrom(seed);
const killedWithinMs = 400;
const atOnce = 6;

let servers: TestServers;
let sandbox: Sandbox;
let processes: Service[] = [];
let hooks: Hooks;
let readers: string[] = [];

beforeAll(async () => {
  hooks = await listenBadly(chance, async (body, signature) => await webhooks().receiveStripeEvent({ body, signature }));
  sandbox = await startSandbox({ port: 0, smtpPort: 0, publicUrl: hooks.url });
  servers = await startServers([]);
  const env = {
    ...servers.config.env,
    ...(await servicePorts(["order", "payment"])),
    LEASHLINE_STRIPE_API_BASE: sandbox.url,
    LEASHLINE_STRIPE_SECRET_KEY: SANDBOX_KEYS.stripeSecretKey,
    LEASHLINE_STRIPE_WEBHOOK_SECRET: SANDBOX_KEYS.stripeWebhookSecret,
    LEASHLINE_PAYMENT_SETTLE_SECONDS: "2",
    LEASHLINE_LOG: "silent",
  };
  processes = await Promise.all(["order", "payment"].map((name) => startProcess(name, env)));
  const fees = { onlineFee: { percentage: "2.9", fixed: usd(30) }, readerFee: { percentage: "2.6", fixed: usd(11) } };
  const setting = { bankDebits: true, processingFeePaidBy: "client", ...fees };
  const on = { setting, updateMask: { paths: ["bank_debits", "processing_fee_paid_by", "online_fee", "reader_fee"] } };
  await clientAt(at("payment"), servers.config, PaymentSettingService, owner, "").updatePaymentSetting(on);
  readers = await setUpReaders(clientAt(at("payment"), servers.config, TerminalService, owner), atOnce);
});
afterAll(async () => {
  await Promise.all(processes.map((p) => p.stop()));
  await servers?.stop();
  await sandbox?.close();
  await hooks?.stop();
});

const at = (name: string): string => processes.find((p) => p.name === name)?.url ?? "";
const orders = (key = "") => clientAt(at("order"), servers.config, OrderService, owner, key);
const payments = (key = "") => clientAt(at("payment"), servers.config, PaymentService, owner, key);
const debits = (key = "") => clientAt(at("payment"), servers.config, AchPaymentService, owner, key);
const ledger = () => clientAt(at("payment"), servers.config, LedgerService, owner);
const provider = { ...owner, via: "gateway", companyId: "0", businessId: "0", kind: "anonymous" as const };
const webhooks = () => clientAt(at("payment"), servers.config, WebhookService, provider);

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

// As a browser does: the same call under the same key until somebody answers. A refusal is an answer.
async function insist<T>(call: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof ConnectError)) throw error;
      const refusal = fromConnectError(error);
      if (refusal && refusal.code !== ErrorCode.SYSTEM_BUSY && refusal.code !== ErrorCode.PAYMENT_OUTCOME_UNKNOWN) throw error;
      await pause(100);
    }
  }
}

async function ended(payment: Payment): Promise<Payment> {
  for (let now = payment; ; await pause(200)) {
    if (now.status === PaymentStatus.COMPLETED || now.status === PaymentStatus.FAILED) return now;
    now = (await insist(() => payments().getPayment({ paymentId: now.id }))).payment ?? now;
  }
}

const unlessGivenUp = (error: unknown): undefined => {
  if (fromConnectError(error)?.code !== ErrorCode.PAYMENT_DECLINED) throw error;
};

// Takes an amount; when a payment was given up after a crash, staff take it again.
async function take(orderId: string, amount: number, how: object): Promise<void> {
  for (;;) {
    const key = randomUUID();
    try {
      const { payment } = await insist(() => payments(key).createPayment({ orderId, amount: usd(amount), ...how }));
      if ((await ended(payment!)).status === PaymentStatus.COMPLETED) return;
    } catch (error) {
      unlessGivenUp(error);
    }
  }
}

/** A debit from the bank account that the client proves to be theirs, and whose end is waited for. One that was given up after a crash is begun again. */
async function takeFromBank(orderId: string, amount: number, tips: number): Promise<void> {
  const account = { routingNumber: "110000000", accountNumber: "000123456789", accountHolderName: "Robin Vale", mandateAccepted: true };
  for (;;) {
    const key = randomUUID();
    const asked = { orderId, amount: usd(amount), tips: usd(tips), ...account };
    const payment = await insist(() => debits(key).createAndConfirmAchPayment(asked)).then((answer) => answer.payment, unlessGivenUp);
    for (let now = payment; now; await pause(200)) {
      if (now.consentUrl) await fetch(now.consentUrl, { method: "POST", body: "outcome=pass", redirect: "manual" });
      if (now.status === PaymentStatus.COMPLETED) return;
      if (now.status === PaymentStatus.FAILED) break;
      now = (await insist(() => debits().getAchPaymentStatus({ paymentId: now!.id }))).payment ?? now;
    }
  }
}

async function newOrder(price: number): Promise<string> {
  const key = randomUUID();
  const lines = [{ name: `Bath ${price}`, unitPrice: usd(price) }];
  const { order } = await insist(() => orders(key).createOrder({ lines }));
  return order!.id;
}

const byTap = (n: number): boolean => n % 3 === 1;
const pricesOf = (n: number): number[] => Array.from({ length: 2 + (n % 4) }, (_, nth) => 2_000 + n + 333 * nth);

/** Each third checkout is one tap that pays several bills, at a reader of the hand's own. */
async function checkOutByTap(n: number, hand: number): Promise<string[]> {
  const orderIds = await Promise.all(pricesOf(n).map(newOrder));
  const counter: Counter = {
    transactions: (key) => clientAt(at("payment"), servers.config, TransactionService, owner, key),
    readers: () => clientAt(at("payment"), servers.config, ReaderPaymentService, owner),
    insist,
    sandbox,
  };
  await tap(counter, readers[hand]!, orderIds, troubleOf(Math.floor(n / 3)));
  return orderIds;
}

async function checkout(n: number, hand: number): Promise<string[]> {
  if (byTap(n)) return await checkOutByTap(n, hand);
  const orderId = await newOrder(4_000 + n);
  await take(orderId, 1_000, { method: "cash" });
  if (n % 3 === 0) await takeFromBank(orderId, 3_500 + n, 500);
  else await take(orderId, 3_500 + n, { tips: usd(500), method: "card", paymentMethodToken: "pm_card_visa" });
  return [orderId];
}

// Kills in the middle of the work: some moment after another share of the checkouts is done, while the next ones are under way.
async function killing(done: readonly unknown[], until: { over: boolean }): Promise<number> {
  let killed = 0;
  while (killed < kills && !until.over) {
    await pause(20);
    if (done.length < ((killed + 1) * checkouts) / (kills + 2)) continue;
    const victim = processes[killed % processes.length]!;
    await pause(chance.between(0, killedWithinMs));
    await victim.kill();
    await victim.restart();
    killed++;
  }
  return killed;
}

async function inParallel<T>(n: number, done: T[], each: (i: number, hand: number) => Promise<T>): Promise<void> {
  let next = 0;
  const worker = async (hand: number): Promise<void> => {
    while (next < n) done.push(await each(next++, hand));
  };
  await Promise.all(Array.from({ length: atOnce }, (_, hand) => worker(hand)));
}

const feeOf = (amount: number, percentage: number, fixed: number): number => Math.floor((amount * percentage) / 100 + 1e-9) + fixed;
const sum = (amounts: readonly number[]): number => amounts.reduce((all, one) => all + one, 0);

/** What the checkouts come to, one by one: how many pay in cash and tip, what a tap pays, and what those who pay by card pay on top. */
function expected(many: number) {
  const all = Array.from({ length: many }, (_, n) => n);
  const taps = all.filter(byTap).map((n) => sum(pricesOf(n).map((price) => price + feeOf(price, 2.6, 11))));
  const onTop = all.map((n) =>
    byTap(n) ? sum(pricesOf(n).map((price) => feeOf(price, 2.6, 11))) : n % 3 === 0 ? 0 : feeOf(3_500 + n, 2.9, 30),
  );
  return { tipped: many - taps.length, taps, fees: sum(onTop) };
}

const byFirst = (one: readonly string[], other: readonly string[]): number => Number(one[0]) - Number(other[0]);

async function allStands(done: readonly string[][]): Promise<void> {
  const { taps } = expected(checkouts);
  const charges = await chargesInBooks(servers);
  const together = done.filter(({ length }) => length > 1).map((orderIds) => orderIds.toSorted());
  expect(charges.map(({ orderIds }) => orderIds).sort(byFirst)).toEqual(together.sort(byFirst));
  expect(charges.map(({ charged }) => charged).sort((a, b) => a - b)).toEqual(taps.sort((a, b) => a - b));
  expect(charges.map(({ charged, kept }) => ({ charged, kept }))).toEqual(
    charges.map(({ intentId }) => chargeAtProvider(sandbox, intentId)),
  );
  for (const orderIds of done)
    for (const orderId of orderIds) {
      const { order } = await orders().getOrder({ orderId });
      expect([order?.paymentStatus, cents(order?.paid), cents(order?.remain), cents(order?.overpaid)]).toEqual([
        "paid",
        cents(order?.total),
        0,
        0,
      ]);
      const isAlone = orderIds.length === 1;
      expect([cents(order?.tips), order?.paymentSummary?.payments.length]).toEqual(isAlone ? [500, 2] : [0, 1]);
    }
  const { rows } = await servers.admin.query("select order_id from payment.order_account where pending <> 0");
  expect(rows).toEqual([]);
}

test(`kill -9 in the middle of ${checkouts} checkouts (seed ${seed}) loses no charge, fee or bank debit and doubles none; one tap pays all its bills or none`, {
  timeout: Math.max(600_000, checkouts * 5_000),
}, async () => {
  const until = { over: false };
  const done: string[][] = [];
  const [killer, watcher] = [killing(done, until), watchCharges(servers, until)];
  await inParallel(checkouts, done, checkout).finally(() => {
    until.over = true;
  });
  expect(await killer).toBe(kills);
  expect(await watcher).toEqual([]);
  await expect.poll(async () => (await ledger().runSweep({})).differences, { timeout: 60_000, interval: 500 }).toEqual([]);
  await allStands(done);
  const told = expected(checkouts);
  const { balances } = await ledger().listAccountBalances({});
  const accounts = Object.fromEntries(balances.map((b) => [b.account, cents(b.amount)]));
  expect(sum(Object.values(accounts))).toBe(0);
  const stripe = new Stripe(SANDBOX_KEYS.stripeSecretKey, { host: "127.0.0.1", port: sandbox.port, protocol: "http" });
  let charged = 0;
  for await (const intent of stripe.paymentIntents.list({ limit: 100 })) charged += intent.amount_received;
  expect(accounts).toMatchObject({
    client_receivable: 0,
    cash_outside: 1_000 * told.tipped,
    card_clearing: charged,
    tips_payable: -500 * told.tipped,
    convenience_fees: -told.fees,
  });
  expect([hooks.counts.heard > checkouts, hooks.counts.twice > 0, hooks.counts.unanswered > 0]).toEqual([true, true, true]);
});
