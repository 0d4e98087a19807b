import { type Ctx, fail, fromMoney, toMoney } from "@leashline/kit";
import { decimal } from "@leashline/kit/csv.ts";
import type { Money } from "@leashline/proto/google/type/money_pb.js";
import { type Borne, type FeeBill, type FeeTerms, feeOn, feeTerms, inBillLeft, noFee } from "@leashline/proto/rules/convenience-fee.ts";
import type { Db } from "../db.ts";
import { cardStepOf } from "../provider/card-step.ts";
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
export const nothingOnTop: OnTop = { convenienceFee: noFee.minor, convenienceFeeName: noFee.name };

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

/** What of a payment's fee did not go back. */
export const feeKept = ({ convenienceFee, convenienceFeeBack }: Pick<Paid, "convenienceFee" | "convenienceFeeBack">): bigint =>
  convenienceFee - convenienceFeeBack;

/** A bill's payments by card, those among them that have no end yet, as the rule of its fee lines counts them. */
const borneBy = (payments: readonly Paid[]): Borne[] =>
  payments
    .filter(({ kind, state }) => kind === "card" && state !== "failed")
    .map((one) => ({
      amount: one.amount,
      back: one.refunded + one.pendingRefunds,
      fee: feeKept(one),
      name: one.convenienceFeeName,
    }));

/** What a bill asks for already in lines of kind CONVENIENCE_FEE, and the payments that a bill with such lines has. */
export type FeeLines = { inBill: bigint; payments: readonly Paid[] };
const noLines: FeeLines = { inBill: 0n, payments: [] };

const billOf = ({ inBill, payments }: FeeLines): FeeBill => ({ inBill, payments: borneBy(payments) });

export function onTopOf(amount: bigint, terms: FeeTerms | null, lines = noLines): OnTop {
  const { minor, name } = feeOn(amount, terms, billOf(lines));
  return { convenienceFee: minor, convenienceFeeName: name };
}

type Where = { businessId: string; currency: string; atReader: boolean };

/** The terms for clients, as they are set now. */
export const currentTerms = async (db: Db, ctx: Ctx, { businessId, currency, atReader }: Where): Promise<FeeTerms | null> =>
  clientTerms(await findSetting(db, businessId), atReader, feeStep(ctx, currency));

/** Another fee than was seen is refused; so is an API key that names none where one is due, for it may not know of fees at all. */
export function mustBeSeen(ctx: Ctx, seen: Money | undefined, fee: bigint, currency: string): void {
  const refused = (message: string) =>
    fail("STATE_CONFLICT", { field: "convenienceFee", reason: `${decimal(fee, currency)} ${currency} is due`, message });
  if (seen && fromMoney(seen).minor !== fee) throw refused("The card fee has changed. Please check the amount again.");
  if (!seen && fee > 0n && ctx.caller.kind === "apiKey")
    throw refused(
      `Paying by card costs ${decimal(fee, currency)} ${currency} on top. Send that as convenienceFee when the payer has agreed to it.`,
    );
}

type Charged = Where & { amount: bigint; lines?: FeeLines; seen: Money | undefined };

/** What the client pays on top of an amount by card. Another than was seen is refused before anything is taken. */
export async function feeOnTop(db: Db, ctx: Ctx, { amount, lines, seen, ...where }: Charged): Promise<OnTop> {
  const onTop = onTopOf(amount, await currentTerms(db, ctx, where), lines);
  mustBeSeen(ctx, seen, onTop.convenienceFee, where.currency);
  return onTop;
}

/** The terms as the pages of clients have them. */
export const toFeeTerms = (terms: FeeTerms | null, setting: Setting, currency: string, lines = noLines) =>
  terms && {
    name: terms.name,
    percentage: setting.onlinePercentage,
    fixed: toMoney(setting.onlineFixed, currency),
    step: terms.step.toString(),
    inBill: toMoney(inBillLeft(billOf(lines), terms), currency),
  };
