import { type LodgingRate, LodgingRateKind } from "@leashline/proto/leashline/offering/v1/lodging_rate_pb.js";
import type { MoneyLike } from "../format/money.ts";

const signs: Partial<Record<LodgingRateKind, string>> = { [LodgingRateKind.MORE]: "+", [LodgingRateKind.LESS]: "−" };

/** What a night in a room costs, where that is not what the boarding costs: "$85 a night", "+$20 a night". */
export const lodgingRateText = (rate: LodgingRate | undefined, money: (value: MoneyLike | undefined) => string): string =>
  rate ? `${signs[rate.kind] ?? ""}${money(rate.amount)} a night` : "";
