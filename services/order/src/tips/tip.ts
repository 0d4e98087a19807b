import { decimalsOf, fail } from "@leashline/kit";
import { tipMaximum } from "@leashline/proto/rules/tip-maximum.ts";
import { type Order, recalculated } from "../orders/order.ts";
import { editable } from "../orders/order-moves.ts";
import { parsePercent } from "../totals/percent.ts";

export type TipsAsked = Pick<Order, "tipsAmount" | "tipsRate"> & { tipsType: string };

const isTipsType = (text: string): text is Order["tipsType"] => text === "" || text === "amount" || text === "percentage";

export function tipsSet(order: Order, { tipsType, tipsAmount, tipsRate }: TipsAsked): Order {
  if (!isTipsType(tipsType)) throw fail("PARAMS_INVALID", { field: "tipsType", reason: "amount, percentage or nothing" });
  if (tipsType === "" && (tipsAmount !== 0n || tipsRate !== ""))
    throw fail("PARAMS_INVALID", { field: "tipsType", reason: "amount or percentage, as the tip is given" });
  if (tipsType === "percentage" && parsePercent(tipsRate) === null) {
    throw fail("PARAMS_INVALID", { field: "tipsRate", reason: "a percentage such as 18 or 17.5" });
  }
  return {
    ...editable(order),
    tipsType,
    tipsAmount: tipsType === "amount" ? tipsAmount : 0n,
    tipsRate: tipsType === "percentage" ? tipsRate : "",
  };
}

/** Refuses a tip beyond what one bill's can be in the country, whether it was given as an amount or in percent. */
export function withinMaximum(order: Order, country: string): Order {
  const most = tipMaximum(country, decimalsOf(order.currency));
  if (order.tipsType !== "" && recalculated(order).tips > most)
    throw fail("PARAMS_INVALID", {
      field: order.tipsType === "amount" ? "tips" : "tipsRate",
      reason: `the most a tip can be is ${most / 10n ** BigInt(decimalsOf(order.currency))} ${order.currency}`,
    });
  return order;
}
