import { create } from "@bufbuild/protobuf";
import {
  type BookingPolicy,
  BookingPolicySchema,
  type PolicyCharge,
  PolicyChargeKind,
  PolicyChargeSchema,
} from "@leashline/proto/leashline/offering/v1/service_pb.js";
import { amountText, parseMoney } from "../../../../ui/format/money.ts";

/** What a part says that the service leaves to the business. */
export const UNSET = "-";

const chosen = (value: number | undefined): string => (value === undefined ? UNSET : String(value));

const chargeValues = (charge: PolicyCharge | undefined) => ({
  kind: charge ? String(charge.kind) : UNSET,
  amount: charge?.amount ? amountText(charge.amount) : "",
  percent: charge?.percent ? String(charge.percent) : "",
});

/** A service's booking policy as its form holds it. */
export const policyValues = (policy: BookingPolicy | undefined) => ({
  notice: chosen(policy?.noticeMinutes),
  latest: chosen(policy?.latestStart),
  window: chosen(policy?.changeNoticeHours),
  fee: chargeValues(policy?.cancellationFee),
  deposit: chargeValues(policy?.deposit),
});
export type PolicyValues = ReturnType<typeof policyValues>;

const said = (value: string): number | undefined => (value === UNSET ? undefined : Number(value));

function chargeInput({ kind, amount, percent }: PolicyValues["fee"], currencyCode: string): PolicyCharge | undefined {
  if (kind === UNSET) return undefined;
  const money = parseMoney(amount || "0", currencyCode);
  return create(PolicyChargeSchema, {
    kind: Number(kind),
    ...(Number(kind) === PolicyChargeKind.AMOUNT && money && { amount: money }),
    ...(Number(kind) === PolicyChargeKind.PERCENT && { percent: Number(percent) || 0 }),
  });
}

/** What the contract takes: no policy where every part is left to the business. */
export function policyInput(values: PolicyValues, currencyCode: string): BookingPolicy | undefined {
  const [noticeMinutes, latestStart, changeNoticeHours] = [said(values.notice), said(values.latest), said(values.window)];
  const [cancellationFee, deposit] = [chargeInput(values.fee, currencyCode), chargeInput(values.deposit, currencyCode)];
  const parts = [noticeMinutes, latestStart, changeNoticeHours, cancellationFee, deposit];
  if (parts.every((part) => part === undefined)) return undefined;
  return create(BookingPolicySchema, {
    ...(noticeMinutes !== undefined && { noticeMinutes }),
    ...(latestStart !== undefined && { latestStart }),
    ...(changeNoticeHours !== undefined && { changeNoticeHours }),
    ...(cancellationFee && { cancellationFee }),
    ...(deposit && { deposit }),
  });
}
