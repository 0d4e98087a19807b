import { type Ctx, fail, fromMoney, toMoney } from "@leashline/kit";
import type { Money } from "@leashline/proto/google/type/money_pb.js";
import { convenienceFee, type FeeTerms, feeTerms } from "@leashline/proto/rules/convenience-fee.ts";
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

type OnTop = { convenienceFee: bigint; convenienceFeeName: string };
export const noFee: OnTop = { convenienceFee: 0n, convenienceFeeName: "" };

export const feeOn = (amount: bigint, terms: FeeTerms | null, inBill = 0n): OnTop => {
  const fee = terms ? convenienceFee(amount, terms, inBill) : 0n;
  return terms && fee > 0n ? { convenienceFee: fee, convenienceFeeName: terms.name } : noFee;
};

type Charged = {
  businessId: string;
  currency: string;
  amount: bigint;
  /** What the bill asks for already in lines of kind CONVENIENCE_FEE. */
  inBill?: bigint | undefined;
  atReader: boolean;
  seen: Money | undefined;
};

/** What the client pays on top of an amount by card. Another than was seen is refused before anything is taken. */
export async function feeOnTop(db: Db, ctx: Ctx, { businessId, currency, amount, inBill, atReader, seen }: Charged): Promise<OnTop> {
  const terms = clientTerms(await findSetting(db, businessId), atReader, feeStep(ctx, currency));
  const onTop = feeOn(amount, terms, inBill);
  mustBeSeen(seen, onTop.convenienceFee);
  return onTop;
}

function mustBeSeen(seen: Money | undefined, fee: bigint): void {
  if (seen && fromMoney(seen).minor !== fee)
    throw fail("STATE_CONFLICT", {
      field: "convenienceFee",
      message: "The card fee has changed. Please check the amount again.",
    });
}

/** The same of several amounts that one card on file is charged one after the other: what was seen is all their fees together. */
export async function mustSeeFees(
  db: Db,
  ctx: Ctx,
  { businessId, currency, amounts, seen }: { businessId: string; currency: string; amounts: readonly bigint[]; seen: Money | undefined },
): Promise<void> {
  if (!seen) return;
  const terms = clientTerms(await findSetting(db, businessId), false, feeStep(ctx, currency));
  mustBeSeen(
    seen,
    amounts.reduce((sum, amount) => sum + feeOn(amount, terms).convenienceFee, 0n),
  );
}

/** The terms as the pages of clients have them. */
export const toFeeTerms = (terms: FeeTerms | null, setting: Setting, currency: string, inBill = 0n) =>
  terms && {
    name: terms.name,
    percentage: setting.onlinePercentage,
    fixed: toMoney(setting.onlineFixed, currency),
    step: terms.step.toString(),
    inBill: toMoney(inBill, currency),
  };
