import { fromMinor, type MoneyLike, parseMoney, toMinor } from "../../../ui/format/money.ts";

type Tipped = { tippable?: MoneyLike; suggestTipsOn?: MoneyLike };

/** What a percentage of tip is of, and what tells large bills from smaller ones: what the client really pays for. */
const base = (order: Tipped): bigint => toMinor(order.suggestTipsOn ?? order.tippable);
/** The server takes a tip in percent from the bill as it was before refunds; then an amount is asked for. */
const isLowered = (order: Tipped): boolean => base(order) !== toMinor(order.tippable);

const TEN_THOUSANDTHS = 10_000n;

/** "17.5" in ten-thousandths of a percent; decimals beyond are dropped. */
const scaled = (percent: string): bigint => {
  const [whole = "0", fraction = ""] = percent.split(".");
  return BigInt(whole || "0") * TEN_THOUSANDTHS + BigInt(fraction.padEnd(4, "0").slice(0, 4));
};

/** A percentage of the bill as a tip, rounded down to the smallest coin. */
export const tipOf = (order: Tipped, percent: string): bigint => (base(order) * scaled(percent)) / (100n * TEN_THOUSANDTHS);

/** One tip that the checkout offers. */
export type Offer = { label: string; type: "percentage" | "amount"; rate: string; minor: bigint };

type Choices = { type: string; low: string; medium: string; high: string };
export type SmartTip = { enable: boolean; threshold?: MoneyLike; lower?: Choices; upper?: Choices };

const standard: Choices = { type: "percentage", low: "15", medium: "20", high: "25" };

const inPercent = (order: Tipped, percent: string, label: string): Offer => ({
  label,
  ...(isLowered(order) ? { type: "amount", rate: "" } : { type: "percentage", rate: percent }),
  minor: tipOf(order, percent),
});

const offered = (order: Tipped, type: string, value: string, currency: string): Offer =>
  type === "amount"
    ? { label: "", type: "amount", rate: "", minor: toMinor(parseMoney(value, currency)) }
    : inPercent(order, value, `${value}%`);

/** The three tips of the business's setting: below its threshold the lower ones, from it on the upper ones. */
export const offersFor = (order: Tipped, smart: SmartTip | undefined, currency: string): Offer[] => {
  const large = base(order) >= toMinor(smart?.threshold);
  const choices = (smart?.enable ? (large ? smart.upper : smart.lower) : undefined) ?? standard;
  const { type, low, medium, high } = choices;
  const offers = [low, medium, high].map((value) => offered(order, type, value, currency));
  return isLowered(order) ? offers.filter(({ minor }) => minor > 0n) : offers;
};

export type UsualTip = { enable: boolean; percentage: number; amount?: MoneyLike; byAmount: boolean };

/** What the client usually gives; nothing when that is switched off or one of the offers already. */
export const usualOffer = (order: Tipped, usual: UsualTip | undefined, others: readonly Offer[]): Offer | undefined => {
  if (!usual?.enable) return undefined;
  const offer: Offer = usual.byAmount
    ? { label: "Usual", type: "amount", rate: "", minor: toMinor(usual.amount) }
    : inPercent(order, String(usual.percentage), `Usual ${usual.percentage}%`);
  return others.some((one) => sameOffer(one, offer)) ? undefined : offer;
};

const sameOffer = (a: Offer, b: Offer): boolean =>
  a.type === b.type && (a.type === "amount" ? a.minor === b.minor : Number(a.rate) === Number(b.rate));

/** Whether the bill carries this tip. */
export const isChosen = ({ tipsType, tipsRate, tips }: { tipsType: string; tipsRate: string; tips?: MoneyLike }, offer: Offer): boolean =>
  tipsType === offer.type && (offer.type === "amount" ? toMinor(tips) === offer.minor : Number(tipsRate) === Number(offer.rate));

/** What setting it asks of the server. */
export const askFor = (offer: Offer, currency: string) =>
  offer.type === "amount"
    ? { tipsType: "amount", tips: fromMinor(offer.minor, currency) }
    : { tipsType: "percentage", tipsRate: offer.rate };
