import { randomUUID } from "node:crypto";
import type { Client } from "@connectrpc/connect";
import type { Sandbox } from "@leashline/deploy/sandbox/main.ts";
import { fromConnectError } from "@leashline/kit";
import type { TestServers } from "@leashline/kit/test";
import { ErrorCode } from "@leashline/proto/leashline/options/v1/errors_pb.js";
import { type ReaderPaymentService, ReaderPaymentState as State } from "@leashline/proto/leashline/payment/v1/reader_payment_service_pb.js";
import type { TerminalService } from "@leashline/proto/leashline/payment/v1/terminal_service_pb.js";
import type { TransactionService } from "@leashline/proto/leashline/payment/v1/transaction_service_pb.js";

/** How a counter reaches its services, and insists until one answers. */
export type Counter = {
  transactions: (key: string) => Client<typeof TransactionService>;
  readers: () => Client<typeof ReaderPaymentService>;
  insist: <T>(call: () => Promise<T>) => Promise<T>;
  sandbox: Sandbox;
};

const good = "4242424242424242";
/** What goes wrong at the first tap; the next one is a card that is good. */
const troubles = ["none", "declined", "offline", "unplugged", "canceled", "nobody"] as const;
type Trouble = (typeof troubles)[number];
export const troubleOf = (n: number): Trouble => troubles[n % troubles.length] ?? "none";

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** One reader for each hand that works at the same time. */
export async function setUpReaders(terminals: Client<typeof TerminalService>, many: number): Promise<string[]> {
  const address = { line1: "12 Bark St", city: "Seattle", country: "US" };
  const { location } = await terminals.createTerminalLocation({ displayName: "Front desk", address });
  const locationId = location?.id ?? "";
  const made = Array.from({ length: many }, () => terminals.createReader({ locationId, registrationCode: "simulated-s700" }));
  return (await Promise.all(made)).map(({ reader }) => reader?.id ?? "");
}

/** What somebody does at the reader. One that waits for no card just now takes none. */
async function act({ sandbox }: Counter, readerId: string, outcome: string): Promise<void> {
  const page = `${sandbox.url}/sandbox/stripe/readers/${readerId}`;
  const { status } = await fetch(page, { method: "POST", body: `outcome=${outcome}`, redirect: "manual" });
  if (status !== 303 && status !== 409) throw new Error(`the reader answered ${outcome} with ${status}`);
}

/** Staff look until it is over; the client comes with `trouble` or a good card meanwhile. */
async function untilOver(counter: Counter, readerId: string, paymentIds: readonly string[], trouble: Trouble): Promise<State> {
  for (let n = 0; ; n++) {
    const paymentId = paymentIds[n % paymentIds.length] ?? "";
    const { state } = await counter.insist(() => counter.readers().getReaderStatus({ paymentId }));
    if (state !== State.WAITING) return state;
    if (trouble === "unplugged") await act(counter, readerId, "offline");
    if (trouble === "canceled" || trouble === "unplugged") {
      const cancel = counter.insist(() => counter.readers().cancelReaderPayment({ paymentId }));
      await Promise.all([cancel, trouble === "canceled" && act(counter, readerId, good)]);
      if (trouble === "unplugged") await act(counter, readerId, "online");
    } else await act(counter, readerId, trouble === "declined" ? "4000000000009995" : trouble === "nobody" ? "timeout" : good);
    await pause(30);
  }
}

/** Bills of one client paid by one card at a reader, however often that has to be tried. Answers how often. */
export async function tap(counter: Counter, readerId: string, orderIds: readonly string[], trouble: Trouble): Promise<number> {
  for (let tries = 1; ; tries++) {
    const now = tries === 1 ? trouble : "none";
    if (now === "offline") await act(counter, readerId, "offline");
    const key = randomUUID();
    try {
      const asked = { orderIds: [...orderIds], stripeReaderId: readerId };
      const { payments } = await counter.insist(() => counter.transactions(key).combinedPayOrders(asked));
      const ids = payments.map(({ id }) => id);
      if ((await untilOver(counter, readerId, ids, now)) === State.APPROVED) return tries;
    } catch (error) {
      if (fromConnectError(error)?.code !== ErrorCode.PAYMENT_DECLINED) throw error;
      if (tries > 30) throw error;
      await pause(100);
    }
    if (now === "offline") await act(counter, readerId, "online");
  }
}

type Part = { first: string; intentId: string | null; state: string; orderId: string; charged: string; kept: string };

const partsOf = async ({ admin }: TestServers): Promise<Part[]> =>
  (
    await admin.query<Part>(
      `select coalesce(transaction_id, payment_id)::text as first, intent_id as "intentId", state, order_id::text as "orderId",
        (amount + convenience_fee)::text as charged, processing_fee::text as kept
        from payment.payment where charge_total > 0 order by payment_id`,
    )
  ).rows;

const sumOf = (parts: readonly Part[], of: (part: Part) => string): number => parts.reduce((sum, part) => sum + Number(of(part)), 0);

/** Looks at what is one charge again and again: whether its payments ever stood differently. */
export async function watchCharges(servers: TestServers, until: { over: boolean }): Promise<string[]> {
  const torn = new Set<string>();
  while (!until.over) {
    for (const [first, parts] of Map.groupBy(await partsOf(servers), (part) => part.first))
      if (new Set(parts.map(({ state }) => state)).size > 1) torn.add(`${first}: ${parts.map(({ state }) => state).join(", ")}`);
    await pause(20);
  }
  return [...torn];
}

export type Charge = { intentId: string; orderIds: string[]; charged: number; kept: number };

/** The charges for several bills as the books have them: only those that were taken. */
export async function chargesInBooks(servers: TestServers): Promise<Charge[]> {
  const taken = (await partsOf(servers)).filter(({ state }) => state === "completed");
  return [...Map.groupBy(taken, ({ first }) => first).values()].map((parts) => ({
    intentId: [...new Set(parts.map(({ intentId }) => intentId))].join(" and "),
    orderIds: parts.map(({ orderId }) => orderId).sort(),
    charged: sumOf(parts, ({ charged }) => charged),
    kept: sumOf(parts, ({ kept }) => kept),
  }));
}

/** What the provider took by an intent, and kept of it, by its own books. */
export function chargeAtProvider({ store }: Sandbox, intentId: string): { charged: number; kept: number } {
  const intent = store.get("payment_intent", intentId);
  const charge = store.get("charge", String(intent?.latest_charge));
  const moved = store.get("balance_transaction", String(charge?.balance_transaction));
  return { charged: Number(intent?.amount_received), kept: Number(moved?.fee) };
}
