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
import Stripe from "stripe";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cents, usd } from "../test/harness.ts";
import { type Service, servicePorts, startProcess } from "../test/processes.ts";

const checkouts = Number(process.env.LEASHLINE_FAULT_CHECKOUTS ?? 60);
// How often a process is killed, evenly over the run; order and payment in turn.
const kills = Number(process.env.LEASHLINE_FAULT_KILLS ?? 4);
const atOnce = 6;

let servers: TestServers;
let sandbox: Sandbox;
let processes: Service[] = [];

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0 });
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
  const setting = { bankDebits: true, processingFeePaidBy: "client", onlineFee: { percentage: "2.9", fixed: usd(30) } };
  const on = { setting, updateMask: { paths: ["bank_debits", "processing_fee_paid_by", "online_fee"] } };
  await clientAt(at("payment"), servers.config, PaymentSettingService, owner, "").updatePaymentSetting(on);
});
afterAll(async () => {
  await Promise.all(processes.map((p) => p.stop()));
  await servers?.stop();
  await sandbox?.close();
});

const at = (name: string): string => processes.find((p) => p.name === name)?.url ?? "";
const orders = (key = "") => clientAt(at("order"), servers.config, OrderService, owner, key);
const payments = (key = "") => clientAt(at("payment"), servers.config, PaymentService, owner, key);
const debits = (key = "") => clientAt(at("payment"), servers.config, AchPaymentService, owner, key);
const ledger = () => clientAt(at("payment"), servers.config, LedgerService, owner);

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

async function checkout(n: number): Promise<string> {
  const key = randomUUID();
  const lines = [{ name: `Bath ${n}`, unitPrice: usd(4_000 + n) }];
  const { order } = await insist(() => orders(key).createOrder({ lines }));
  const orderId = order!.id;
  await take(orderId, 1_000, { method: "cash" });
  if (n % 3 === 0) await takeFromBank(orderId, 3_500 + n, 500);
  else await take(orderId, 3_500 + n, { tips: usd(500), method: "card", paymentMethodToken: "pm_card_visa" });
  return orderId;
}

// Kills in the middle of the work: whenever another share of the checkouts is done, while the next ones are under way.
async function killing(done: readonly string[], until: { over: boolean }): Promise<number> {
  let killed = 0;
  while (killed < kills && !until.over) {
    await pause(20);
    if (done.length < ((killed + 1) * checkouts) / (kills + 2)) continue;
    const victim = processes[killed % processes.length]!;
    await victim.kill();
    await victim.restart();
    killed++;
  }
  return killed;
}

async function inParallel(n: number, done: string[], each: (i: number) => Promise<string>): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < n) done.push(await each(next++));
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

/** What the clients who pay by card pay on top, checkout by checkout. */
const feesOf = (many: number): number =>
  Array.from({ length: many }, (_, n) => (n % 3 === 0 ? 0 : Math.floor((3_500 + n) * 0.029 + 1e-9) + 30)).reduce(
    (sum, fee) => sum + fee,
    0,
  );

test(`kill -9 in the middle of ${checkouts} checkouts loses no charge, fee or bank debit and doubles none`, {
  timeout: Math.max(600_000, checkouts * 5_000),
}, async () => {
  const until = { over: false };
  const orderIds: string[] = [];
  const killer = killing(orderIds, until);
  await inParallel(checkouts, orderIds, checkout).finally(() => {
    until.over = true;
  });
  expect(await killer).toBe(kills);
  expect(new Set(orderIds).size).toBe(checkouts);
  await expect.poll(async () => (await ledger().runSweep({})).differences, { timeout: 60_000, interval: 500 }).toEqual([]);
  for (const orderId of orderIds) {
    const { order } = await orders().getOrder({ orderId });
    expect([order?.paymentStatus, cents(order?.paid), cents(order?.remain), cents(order?.overpaid)]).toEqual([
      "paid",
      cents(order?.total),
      0,
      0,
    ]);
    expect([cents(order?.tips), order?.paymentSummary?.payments.length]).toEqual([500, 2]);
  }
  const { balances } = await ledger().listAccountBalances({});
  const sum = Object.fromEntries(balances.map((b) => [b.account, cents(b.amount)]));
  const stripe = new Stripe(SANDBOX_KEYS.stripeSecretKey, { host: "127.0.0.1", port: sandbox.port, protocol: "http" });
  let charged = 0;
  for await (const intent of stripe.paymentIntents.list({ limit: 100 })) charged += intent.amount_received;
  expect(sum).toMatchObject({
    client_receivable: 0,
    cash_outside: 1_000 * checkouts,
    card_clearing: charged,
    tips_payable: -500 * checkouts,
    convenience_fees: -feesOf(checkouts),
  });
});
