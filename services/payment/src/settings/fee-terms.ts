import { type Ctx, fail, fromMoney, toMoney } from "@leashline/kit";
import type { Money } from "@leashline/proto/google/type/money_pb.js";
import { type Borne, convenienceFee, type FeeTerms, feeTerms, inBillLeft } from "@leashline/proto/rules/convenience-fee.ts";
import type { Db } from "../db.ts";
import { cardStepOf, writtenAmount } from "../provider/card-step.ts";
import { cardProviderOf } from "../provider/of-runtime.ts";
import { findSetting } from "./setting.store.ts";
import type { Setting } from "./setting.ts";

/** What every fee is rounded down to, so that the card can be charged it. */
export const feeStep = (ctx: Pick<Ctx, "runtime">, currency: string): bigint =>
  cardStepOf(ctx, currency, cardProviderOf(ctx.runtime)?.vendor ?? "");

/** What paying by card costs, typed or on file, or at a reader, whoever bears it. */
export const costTerms = (setting: Setting, atReader: boolean, step: bigint): FeeTerms | null =>
  feeTerms({
    name: setting.feeName,
    percentage: atReader ? setting.readerPercentage : setting.onlinePercentage,
    fixed: atReader ? setting.readerFixed : setting.onlineFixed,
    step: step.toString(),
  });

/** The same, null where the location bears it. */
export const clientTerms = (setting: Setting, atReader: boolean, step: bigint): FeeTerms | null =>
  setting.feePaidBy === "client" ? costTerms(setting, atReader, step) : null;

/** What is charged besides an amount, and what the location calls it. */
export type OnTop = { convenienceFee: bigint; convenienceFeeName: string };
export const noFee: OnTop = { convenienceFee: 0n, convenienceFeeName: "" };

export const feeOn = (amount: bigint, terms: FeeTerms | null, inBill = 0n): OnTop => {
  const fee = terms ? convenienceFee(amount, terms, inBill) : 0n;
  // Where the bill's own lines stand for all of it, its name says that they were credited.
  return terms && (fee > 0n || inBill > 0n) ? { convenienceFee: fee, convenienceFeeName: terms.name } : noFee;
};

/** A payment of a bill, as far as its fee goes. */
type Paid = {
  kind: string;
  state: string;
  amount: bigint;
  refunded: bigint;
  pendingRefunds: bigint;
  convenienceFee: bigint;
  convenienceFeeBack: bigint;
  convenienceFeeName: string;
};

/** A bill's payments by card, those among them that have no end yet, as the rule of its fee lines counts them. */
const borneBy = (payments: readonly Paid[]): Borne[] =>
  payments
    .filter(({ kind, state }) => kind === "card" && state !== "failed")
    .map((one) => ({
      amount: one.amount,
      back: one.refunded + one.pendingRefunds,
      fee: one.convenienceFee - one.convenienceFeeBack,
      name: one.convenienceFeeName,
    }));

type Charged = {
  businessId: string;
  currency: string;
  amount: bigint;
  /** What the bill asks for already in lines of kind CONVENIENCE_FEE. */
  inBill?: bigint | undefined;
  /** The payments that a bill with such lines has already. */
  payments?: readonly Paid[];
  atReader: boolean;
};

/** What the client pays on top of an amount by card, as it is set now. */
export async function currentFee(
  db: Db,
  ctx: Ctx,
  { businessId, currency, amount, inBill = 0n, payments = [], atReader }: Charged,
): Promise<OnTop> {
  const terms = clientTerms(await findSetting(db, businessId), atReader, feeStep(ctx, currency));
  return feeOn(amount, terms, terms ? inBillLeft(inBill, borneBy(payments), terms) : 0n);
}

/** Another fee than was seen is refused; so is an API key that names none where one is due, for it may not know of fees at all. */
export function mustBeSeen(ctx: Ctx, seen: Money | undefined, fee: bigint, currency: string): void {
  const refused = (message: string) =>
    fail("STATE_CONFLICT", { field: "convenienceFee", reason: `${writtenAmount(fee, currency)} ${currency} is due`, message });
  if (seen && fromMoney(seen).minor !== fee) throw refused("The card fee has changed. Please check the amount again.");
  if (!seen && fee > 0n && ctx.caller.kind === "apiKey")
    throw refused(
      `Paying by card costs ${writtenAmount(fee, currency)} ${currency} on top. Send that as convenienceFee when the payer has agreed to it.`,
    );
}

/** What the client pays on top of an amount by card. Another than was seen is refused before anything is taken. */
export async function feeOnTop(db: Db, ctx: Ctx, { seen, ...charged }: Charged & { seen: Money | undefined }): Promise<OnTop> {
  const onTop = await currentFee(db, ctx, charged);
  mustBeSeen(ctx, seen, onTop.convenienceFee, charged.currency);
  return onTop;
}

/** A bill's fee lines, and the payments it has. */
type InBill = { inBill: bigint; payments: readonly Paid[] };

/** The terms as the pages of clients have them. */
export const toFeeTerms = (terms: FeeTerms | null, setting: Setting, currency: string, bill?: InBill) =>
  terms && {
    name: terms.name,
    percentage: setting.onlinePercentage,
    fixed: toMoney(setting.onlineFixed, currency),
    step: terms.step.toString(),
    inBill: toMoney(bill ? inBillLeft(bill.inBill, borneBy(bill.payments), terms) : 0n, currency),
  };
