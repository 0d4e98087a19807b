import { spawn } from "node:child_process";
import { once as heard } from "node:events";
import { join } from "node:path";
import { totalsOf } from "@leashline/order/totals/totals.ts";
import { TaxService } from "@leashline/proto/leashline/account/v1/tax_service_pb.js";
import type { Order } from "@leashline/proto/leashline/order/v1/order_pb.js";
import { OrderService } from "@leashline/proto/leashline/order/v1/order_service_pb.js";
import { LedgerService } from "@leashline/proto/leashline/payment/v1/ledger_pb.js";
import { PaymentStatus } from "@leashline/proto/leashline/payment/v1/payment_pb.js";
import { PaymentService } from "@leashline/proto/leashline/payment/v1/payment_service_pb.js";
import pg from "pg";
import { root } from "../../migrate.ts";
import { until } from "../../seed/api.ts";
import { type Figure, interleaved, median, roundMs } from "../figure.ts";
import { quiet } from "../house.ts";
import { quantile } from "../load.ts";
import { bareCheckout } from "./bare-checkout.ts";
import { layLedger } from "./lay-ledger.ts";
import type { Part, Setting } from "./setting.ts";

const usd = (minor: number) => ({ currencyCode: "USD", units: BigInt(Math.trunc(minor / 100)), nanos: (minor % 100) * 10_000_000 });
const MS = 1_000;

/** Orders a second in one process, by its processor time, so that a busy machine does not count. */
function pricing(lines: number): Figure {
  const order = {
    lines: Array.from({ length: lines }, (_, n) => ({
      key: String(n),
      unitPrice: BigInt(999 + n * 37),
      quantity: (n % 3) + 1,
      taxRate: 102_500n,
    })),
    discounts: [
      { key: "a", kind: "percentage" as const, percent: 100_000n },
      { key: "b", kind: "amount" as const, amount: 500n, lineKey: "1" },
    ],
    sequence: "asGiven" as const,
    bestOnly: false,
    tips: { kind: "percentage" as const, percent: 180_000n },
    heldTips: 0n,
  };
  for (let n = 0; n < 2_000; n++) totalsOf(order);
  const before = process.cpuUsage();
  let priced = 0;
  for (const began = performance.now(); performance.now() - began < MS; priced++) totalsOf(order);
  const { user, system } = process.cpuUsage(before);
  const value = Math.round(priced / ((user + system) / 1_000_000));
  return { name: `order pricing, ${lines} lines, orders a second of one process`, value, unit: "/s", better: "higher" };
}

type Checkouts = { once: () => Promise<void> /** One checkout, call by call. */; calls: () => (() => Promise<void>)[] };

/** A cart of three lines with tax, a tip, cash, the ledger, and the invoice closed: as an integrator does it, call by call. */
export async function checkouts({ shop }: Pick<Setting, "shop">): Promise<Checkouts> {
  const { taxRule } = await shop.api.client(TaxService).addTaxRule({ taxName: "Sales tax", taxRate: "10.25" });
  const [orders, payments] = [shop.api.client(OrderService), shop.api.client(PaymentService)];
  const line = (name: string, minor: number) => ({
    name,
    unitPrice: usd(minor),
    taxId: taxRule?.id ?? "0",
    staffId: shop.staffIds[0] ?? "0",
  });
  const lines = [line("Bath", 4_999), line("Nails", 1_499), line("Shampoo", 1_899)];
  const calls = () => {
    let order: Order | undefined;
    const orderId = () => order?.id ?? "0";
    const pay = async () => {
      const { payment } = await payments.createPayment({
        orderId: orderId(),
        method: "cash",
        ...(order?.remain && { amount: order.remain }),
      });
      if (payment?.status !== PaymentStatus.COMPLETED) throw new Error("a checkout was not paid");
    };
    const complete = async () => {
      const { order: done } = await orders.completeOrder({ orderId: orderId() });
      if (done?.paymentStatus !== "paid") throw new Error(`a checkout that was paid is ${done?.paymentStatus}`);
    };
    const create = async () => {
      ({ order } = await orders.createOrder({ lines }));
    };
    const tip = async () => {
      ({ order } = await orders.setTips({ orderId: orderId(), tipsType: "percentage", tipsRate: "18" }));
    };
    return [create, tip, pay, complete];
  };
  const once = async () => {
    for (const call of calls()) await call();
  };
  // The order service hears of the tax in its own time.
  await until(
    () =>
      once().then(
        () => true,
        () => undefined,
      ),
    "a first checkout",
  );
  return { once, calls };
}

type Run = { perSecond: number; p99: number };

async function run(work: () => Promise<void>, inFlight: number): Promise<Run> {
  const times: number[] = [];
  const began = performance.now();
  const hand = async () => {
    while (performance.now() - began < roundMs) {
      const from = performance.now();
      await work();
      times.push(performance.now() - from);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, hand));
  return {
    perSecond: times.length / ((performance.now() - began) / 1000),
    p99: quantile(
      times.sort((a, b) => a - b),
      0.99,
    ),
  };
}

async function endToEnd(setting: Setting): Promise<Figure[]> {
  const { house, shop } = setting;
  const { once, calls } = await checkouts(setting);
  const pool = new pg.Pool({ connectionString: house.adminUrl, max: 4 });
  try {
    const bare = await bareCheckout(house, pool, shop.identity.companyId, calls());
    const figures: Figure[] = [];
    for (const inFlight of [1, 4]) {
      const [p99, least]: [number[], number[]] = [[], []];
      const ours = async () => {
        await quiet(house);
        const seen = await run(once, inFlight);
        p99.push(seen.p99);
        return seen.perSecond;
      };
      const baseline = async () => {
        least.push((await run(bare.least, inFlight)).perSecond);
        return (await run(bare.sameWork, inFlight)).perSecond;
      };
      const seen = await interleaved(ours, baseline);
      const name = `checkout of three lines to the ledger, ${inFlight} in flight, to the same durable work by bare SQL`;
      const sides = { ours: `${seen.ours.toFixed(1)}/s`, baseline: `${Math.round(seen.baseline)}/s` };
      figures.push({ name, value: seen.ours / seen.baseline, unit: "ratio", better: "higher", aim: 0.2, floor: 0.08, ...sides });
      const note = `to ${Math.round(median(least))}/s`;
      const toLeast = "  to its last rows alone, two commits and no indexes";
      figures.push({ name: `${toLeast}, ${inFlight} in flight`, value: seen.ours / median(least), unit: "ratio", better: "higher", note });
      figures.push({ name: `  its p99, ${inFlight} in flight`, value: median(p99), unit: "ms", better: "lower" });
    }
    return figures;
  } finally {
    await pool.end();
  }
}

/** How many entries the sweep goes through; LEASHLINE_BENCH_LEDGER for fewer. */
const entries = Number(process.env.LEASHLINE_BENCH_LEDGER ?? 1_000_000);

async function sweep({ house, shop, say }: Setting): Promise<Figure> {
  const laid = await layLedger(house.admin, shop.identity.companyId, entries);
  say(`laid out: ${laid} entries of the ledger`);
  const began = performance.now();
  const seen = await shop.api.client(LedgerService).runSweep({ skipProvider: true });
  const value = performance.now() - began;
  if (seen.differences.length > 0)
    throw new Error(`the sweep found ${seen.differences.length} differences, first ${seen.differences[0]?.kind}`);
  const note = `${seen.orders} orders; one run`;
  return {
    name: `sweep of ${seen.entries.toLocaleString("en-US")} ledger entries`,
    value: Math.round(value),
    unit: "ms",
    better: "lower",
    note,
  };
}

const measure = async (setting: Setting): Promise<Figure[]> => [
  pricing(5),
  pricing(50),
  ...(await endToEnd(setting)),
  await sweep(setting),
];

/** How many random sequences of acts at one bill; LEASHLINE_BENCH_SEQUENCES for fewer. */
const tried = Number(process.env.LEASHLINE_BENCH_SEQUENCES ?? 10_000);
const MODEL = "services/payment/src/ledger/ledger.test.ts";

/** The model of the books, against order and payment on servers of its own and the sandbox: it stops at the first sequence after which they disagree. */
async function modelled({ say }: Setting): Promise<Figure[]> {
  say(`${tried} random sequences begin`);
  const began = performance.now();
  const child = spawn(process.execPath, [join(root, "node_modules/vitest/vitest.mjs"), "run", "--project", "service", MODEL], {
    cwd: root,
    env: { ...process.env, LEASHLINE_MODEL_SEQUENCES: String(tried) },
    stdio: ["ignore", "inherit", "inherit"],
  });
  // A bench that is ended by a signal exits at its end.
  const end = () => void child.kill("SIGTERM");
  process.once("exit", end);
  const [code] = await heard(child, "exit");
  process.off("exit", end);
  if (code !== 0) throw new Error(`the books and the model disagreed, or could not be compared: ${MODEL} ended with ${code}`);
  const seconds = (performance.now() - began) / 1000;
  const name = `random sequences at one bill, of ${tried.toLocaleString("en-US")} that agreed with the model`;
  return [{ name, value: Number((tried / seconds).toFixed(2)), unit: "/s", better: "higher", note: `${Math.round(seconds)} s` }];
}

export const sequences: Part = { name: "sequences", alone: true, named: true, measure: modelled };
export const money: Part = { name: "money", alone: true, measure };
