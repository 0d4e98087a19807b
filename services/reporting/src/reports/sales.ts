import {
  type AheadRow,
  type LineRow,
  type MethodRow,
  type SalesFacts,
  STORE_CREDIT,
  type TipRow,
  type TotalsRow,
  type VisitsRow,
} from "./sales.store.ts";

/** A report in minor units, before it is put on the wire or into a file. */
export type Sales = {
  startDate: string;
  endDate: string;
  currency: string;
  totals: {
    gross: bigint;
    discount: bigint;
    net: bigint;
    tax: bigint;
    tips: bigint;
    due: bigint;
    outstanding: bigint;
    collected: bigint;
    refunded: bigint;
    netCollected: bigint;
    /** No money that came in or went out. */
    paidWithCredit: bigint;
    refundedAsCredit: bigint;
    depositsKept: bigint;
    cardFees: bigint;
  };
  /** What is booked on these days and has yet to take place; no part of the totals. */
  ahead: Ahead;
  visits: VisitsRow;
  services: SalesLine[];
  staff: SalesLine[];
  methods: { method: string; payments: number; collected: bigint; refunded: bigint }[];
  tips: { staffId: string; name: string; tips: bigint }[];
};
type Ahead = Record<"gross" | "discount" | "net" | "tax" | "tips" | "outstanding", bigint>;
export type SalesLine = { id: string; name: string; quantity: number; gross: bigint; discount: bigint; net: bigint; tax: bigint };

const line = (row: LineRow): SalesLine => {
  const [gross, discount] = [BigInt(row.gross), BigInt(row.discount)];
  return { id: row.id, name: row.name, quantity: row.quantity, gross, discount, net: gross - discount, tax: BigInt(row.tax) };
};
const method = (row: MethodRow) => ({ ...row, collected: BigInt(row.collected), refunded: BigInt(row.refunded) });
const tip = (row: TipRow) => ({ staffId: row.staffId, name: row.name, tips: BigInt(row.tips) });
const sum = (values: readonly bigint[]): bigint => values.reduce((a, b) => a + b, 0n);

/** Puts facts together. For one person's own report the totals are what their lines and tips add up to, and money in or out is left out. */
export function salesOf(
  facts: SalesFacts,
  span: { startDate: string; endDate: string; currency: string },
  { ownOnly }: { ownOnly: boolean },
): Sales {
  const services = facts.services.map(line);
  const staff = facts.staff.map(line);
  const given = facts.tips.map(tip);
  const tips = ownOnly ? given : [...given, ...notGiven(BigInt(facts.totals.tips), given)];
  const all = ownOnly ? [] : facts.methods.map(method);
  const [methods, credit] = [all.filter((m) => m.method !== STORE_CREDIT), all.filter((m) => m.method === STORE_CREDIT)];
  const totals = ownOnly ? ownTotals(services, tips) : wholeTotals(facts.totals);
  const collected = sum(methods.map((m) => m.collected));
  const refunded = sum(methods.map((m) => m.refunded));
  const beside = ownOnly ? { depositsKept: 0n, cardFees: 0n } : { depositsKept: BigInt(facts.kept), cardFees: BigInt(facts.cardFees) };
  const asCredit = { paidWithCredit: sum(credit.map((m) => m.collected)), refundedAsCredit: sum(credit.map((m) => m.refunded)) };
  const money = { collected, refunded, netCollected: collected - refunded, ...asCredit, ...beside };
  return {
    ...span,
    currency: facts.currency ?? span.currency,
    totals: { ...totals, ...money },
    ahead: ownOnly ? nothingAhead : aheadOf(facts.ahead),
    visits: facts.visits,
    services,
    staff,
    methods,
    tips,
  };
}

/**
 * Tips are given to people when the order completes. What is not given (or is the business's own share) has a row too, or the list would not add up to the
 * total.
 */
function notGiven(all: bigint, given: readonly { tips: bigint }[]): Sales["tips"] {
  const tips = all - sum(given.map((t) => t.tips));
  return tips === 0n ? [] : [{ staffId: "0", name: "Not given to staff", tips }];
}

const nothingAhead: Ahead = { gross: 0n, discount: 0n, net: 0n, tax: 0n, tips: 0n, outstanding: 0n };

function aheadOf(row: AheadRow): Ahead {
  const [gross, discount] = [BigInt(row.gross), BigInt(row.discount)];
  return { gross, discount, net: gross - discount, tax: BigInt(row.tax), tips: BigInt(row.tips), outstanding: BigInt(row.outstanding) };
}

type Owed = Omit<
  Sales["totals"],
  "collected" | "refunded" | "netCollected" | "paidWithCredit" | "refundedAsCredit" | "depositsKept" | "cardFees"
>;

function wholeTotals(row: TotalsRow): Owed {
  const [gross, discount] = [BigInt(row.gross), BigInt(row.discount)];
  return {
    gross,
    discount,
    net: gross - discount,
    tax: BigInt(row.tax),
    tips: BigInt(row.tips),
    due: BigInt(row.due),
    outstanding: BigInt(row.outstanding),
  };
}

function ownTotals(lines: readonly SalesLine[], shares: readonly { tips: bigint }[]): Owed {
  const net = sum(lines.map((l) => l.net));
  const tax = sum(lines.map((l) => l.tax));
  const tips = sum(shares.map((s) => s.tips));
  return {
    gross: sum(lines.map((l) => l.gross)),
    discount: sum(lines.map((l) => l.discount)),
    net,
    tax,
    tips,
    due: net + tax + tips,
    outstanding: 0n,
  };
}
