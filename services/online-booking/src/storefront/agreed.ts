import { create, fromJson, type JsonValue, toJson } from "@bufbuild/protobuf";
import { fail, fromMoney, toMoney } from "@leashline/kit";
import { type AgreedPolicy, AgreedPolicySchema } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { cancellationFee, isStricter } from "@leashline/proto/rules/booking-policy.ts";
import { limitsOf } from "./bookable.ts";
import type { Line } from "./deposit.ts";
import { type Offer, policyOf } from "./plan.ts";
import type { Shop } from "./shop.ts";

type About = {
  /** Of one of its visits. */
  lines: readonly Line[];
  offers: ReadonlyMap<string, Offer>;
  /** What a card holds for all of them. */
  held: bigint;
};

/** What holds for each visit of a booking that is asked for now. */
export function agreedFor(shop: Shop, { lines, offers, held }: About): AgreedPolicy {
  const currency = shop.business.currencyCode;
  const { noticeMinutes, latestStart, changeNoticeHours } = limitsOf(shop, offers);
  const fee = cancellationFee(lines.map((line) => ({ minor: line.minor, policy: policyOf(line, offers) })));
  return create(AgreedPolicySchema, {
    noticeMinutes,
    ...(latestStart !== undefined && { latestStart }),
    ...(changeNoticeHours !== undefined && { changeNoticeHours }),
    ...(fee > 0n && { cancellationFee: toMoney(fee, currency) }),
    ...(held > 0n && { deposit: toMoney(held, currency) }),
  });
}

/** Nobody is bound to more than they were told. */
export function mustBeAsSeen(now: AgreedPolicy, seen: AgreedPolicy): void {
  if (isStricter(termsIn(now), termsIn(seen)))
    throw fail("STATE_CONFLICT", { field: "seenPolicy", message: "The cancellation policy has changed. Please look at it once more." });
}

const termsIn = ({ changeNoticeHours, noticeMinutes, latestStart, cancellationFee: fee }: AgreedPolicy) => ({
  ...{ changeNoticeHours, noticeMinutes, latestStart },
  fee: fromMoney(fee).minor,
});

/** As it is kept. */
export const toKept = (agreed: AgreedPolicy): string => JSON.stringify(toJson(AgreedPolicySchema, agreed));
export const fromKept = (kept: unknown): { agreedPolicy?: AgreedPolicy } =>
  kept ? { agreedPolicy: fromJson(AgreedPolicySchema, kept as JsonValue) } : {};
