import { decimalsOf } from "@leashline/kit";
import { totalOf } from "../ledger/ledger.ts";
import { dueOf, type OrderAccount } from "../ledger/order-account.ts";
import { shareOf } from "../settings/fee.ts";
import { type Setting, type SmartTip, standardChoices } from "../settings/setting.ts";

export type BillState = "open" | "paid" | "consent" | "underWay" | "cancelled" | "noCards";

type Standing = { account: OrderAccount; consentUrl: string; takesCards: boolean };

/** How a bill stands for its client. A payment on its way goes first: nothing more is taken until its end is known. */
export function stateOf({ account, consentUrl, takesCards }: Standing): BillState {
  if (account.pending > 0n) return consentUrl ? "consent" : "underWay";
  if (account.cancelled) return "cancelled";
  if (dueOf(account) <= 0n) return "paid";
  return takesCards ? "open" : "noCards";
}

/** What of a deposit has yet to come in, as our books have it; 0 where the whole bill is asked for. */
export function depositDueOf(account: OrderAccount, asked: bigint): bigint {
  const total = totalOf(account.charged);
  const left = (asked > total ? total : asked) - (account.captured - account.refunded);
  return left > 0n && !account.cancelled ? left : 0n;
}

export type TipOffer = { label: string; minor: bigint };
export type Tips = { offers: TipOffer[]; own: boolean };

export const noTips: Tips = { offers: [], own: false };

export function minorOfText(text: string, currency: string): bigint {
  const decimals = decimalsOf(currency);
  const [whole = "0", fraction = ""] = text.split(".");
  return BigInt(whole + fraction.padEnd(decimals, "0").slice(0, decimals));
}

/** The tips of the business's setting for a bill that has none yet: below the threshold the lower ones, from it on the upper ones. */
export function tipsFor({ charged }: OrderAccount, base: bigint, setting: Setting, smart: SmartTip, currency: string): Tips {
  if (setting.skipTipping || charged.tips > 0n) return noTips;
  const { type, ...levels } = smart.enable ? (base >= smart.threshold ? smart.upper : smart.lower) : standardChoices;
  const offers = [levels.low, levels.medium, levels.high].map((value) =>
    type === "amount" ? { label: "", minor: minorOfText(value, currency) } : { label: `${value}%`, minor: shareOf(base, value) },
  );
  return { offers: offers.filter(({ minor }) => minor > 0n), own: setting.customTipping };
}

/** Whether the client may give this tip. */
export const mayTip = ({ offers, own }: Tips, minor: bigint): boolean =>
  minor === 0n || own || offers.some((offer) => offer.minor === minor);
