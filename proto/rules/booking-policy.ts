import type { Money } from "@leashline/proto/google/type/money_pb.js";
import { type BookingPolicy, type PolicyCharge, PolicyChargeKind } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import { lesserOf } from "./lesser.ts";

/** An amount in minor units, or a share in percent of what something costs. */
export type Charge = { minor: bigint } | { percent: number };
/** What a service says of its own; of a part that is not there the business's rule holds. */
export type ServicePolicy = {
  noticeMinutes?: number | undefined;
  latestStart?: number | undefined;
  changeNoticeHours?: number | undefined;
  fee?: Charge | undefined;
  deposit?: Charge | undefined;
};
/** The business's own rules; it says nothing of changes where clients make none by themselves. */
export type BusinessPolicy = { noticeMinutes: number; changeNoticeHours: number | undefined };
export type Limits = BusinessPolicy & { latestStart: number | undefined };

/** In minor units, rounded down. */
export const chargeOf = (charge: Charge, cost: bigint): bigint =>
  "percent" in charge ? (cost * BigInt(charge.percent)) / 100n : charge.minor;

/** Undefined where one says nothing: no window is the strictest of all. */
const most = (values: readonly (number | undefined)[]): number | undefined => {
  const said = values.filter((value) => value !== undefined);
  return said.length === values.length ? Math.max(...said) : undefined;
};

/** The limits of services that are booked together: the longest notice and window, and the earliest of the latest starts. */
export function strictest(services: readonly ServicePolicy[], business: BusinessPolicy): Limits {
  const each = services.length > 0 ? services : [{}];
  const latest = each.flatMap(({ latestStart }) => latestStart ?? []);
  return {
    noticeMinutes: most(each.map(({ noticeMinutes }) => noticeMinutes ?? business.noticeMinutes)) ?? 0,
    changeNoticeHours: most(each.map(({ changeNoticeHours }) => changeNoticeHours ?? business.changeNoticeHours)),
    latestStart: latest.length > 0 ? Math.min(...latest) : undefined,
  };
}

/** What canceling too late costs: the fees of all lines of a visit, each of what it costs before tax. */
export const cancellationFee = (lines: readonly { minor: bigint; policy: ServicePolicy | undefined }[]): bigint =>
  lines.reduce((sum, { minor, policy }) => sum + (policy?.fee ? chargeOf(policy.fee, minor) : 0n), 0n);

/**
 * What a prepayment holds: of each line what its service says, and of all others together what the payment group asks of their total; never more than they
 * cost, and down to what a card can be charged.
 */
export function depositOf(
  lines: readonly { total: bigint; deposit: Charge | undefined }[],
  groupOf: (rest: bigint) => bigint,
  step = 1n,
): bigint {
  const own = lines.reduce((sum, { total, deposit }) => sum + (deposit ? lesserOf(chargeOf(deposit, total), total) : 0n), 0n);
  const rest = lines.reduce((sum, { total, deposit }) => sum + (deposit ? 0n : total), 0n);
  const amount = own + lesserOf(groupOf(rest), rest);
  return amount - (amount % step);
}

/** Whether canceling now costs the fee that was agreed: later than the window, or always where none was said. */
export const isFeeDue = ({ changeNoticeHours }: { changeNoticeHours?: number | undefined }, startAt: number, now: number): boolean =>
  changeNoticeHours === undefined || startAt - now < changeNoticeHours * 3_600_000;

function chargeIn(charge: PolicyCharge | undefined, minorOf: (money: Money) => bigint): Charge | undefined {
  if (!charge) return undefined;
  if (charge.kind === PolicyChargeKind.PERCENT) return { percent: charge.percent };
  return { minor: charge.kind === PolicyChargeKind.AMOUNT && charge.amount ? minorOf(charge.amount) : 0n };
}

/** A service's policy as the contract says it. */
export const policyIn = (policy: BookingPolicy | undefined, minorOf: (money: Money) => bigint): ServicePolicy => ({
  noticeMinutes: policy?.noticeMinutes,
  latestStart: policy?.latestStart,
  changeNoticeHours: policy?.changeNoticeHours,
  fee: chargeIn(policy?.cancellationFee, minorOf),
  deposit: chargeIn(policy?.deposit, minorOf),
});

/** What holds for an add-on on top of a service: its shares in percent. An amount is asked for once, with the service. */
export const onTopOf = ({ fee, deposit }: ServicePolicy): ServicePolicy => ({ fee: shareIn(fee), deposit: shareIn(deposit) });
const shareIn = (charge: Charge | undefined): Charge | undefined => charge && ("percent" in charge ? charge : { minor: 0n });

type Terms = { changeNoticeHours?: number | undefined; noticeMinutes?: number; latestStart?: number | undefined; fee: bigint };
const hoursOf = ({ changeNoticeHours = Number.POSITIVE_INFINITY }: Terms): number => changeNoticeHours;
const latestOf = ({ latestStart = Number.POSITIVE_INFINITY }: Terms): number => latestStart;

/** Whether one asks more of a client than the other: a higher fee, to decide or to book earlier, or to come earlier in the day. */
export const isStricter = (one: Terms, other: Terms): boolean =>
  one.fee > other.fee ||
  hoursOf(one) > hoursOf(other) ||
  (one.noticeMinutes ?? 0) > (other.noticeMinutes ?? 0) ||
  latestOf(one) < latestOf(other);
