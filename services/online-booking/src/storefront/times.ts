import type { MessageInitShape } from "@bufbuild/protobuf";
import { fail, fromConnectError, fromTimestamp, toTimestamp, toWireDate } from "@leashline/kit";
import { type HeldRequestSchema, SlotService } from "@leashline/proto/leashline/calendar/v1/slot_service_pb.js";
import { ErrorCode } from "@leashline/proto/leashline/options/v1/errors_pb.js";
import type { Hold } from "../visitors/visitor.ts";
import { mustFitAddOns, withoutAddOns } from "./add-ons.ts";
import { isBookable, isEarlyEnough, limitsOf, mustBeForThem } from "./bookable.ts";
import { thinned } from "./busy-filter.ts";
import { lackingBundled, missing, type Offer, staffByDuration, unfit, type WeighedWish } from "./plan.ts";
import type { Shop } from "./shop.ts";

export type AvailableTimes = { date: string; times: { startTime: number; staffIds: string[] }[] }[];
/** Without a token the time is free, but not kept. */
export type Held = { token: string; staffId: string; duration: number; expiresAt: Date | null };

/** Refuses a wish that leaves out what comes along. What was asked for before that was sold together stays as it was asked for. */
export function mustBeWhole(wishes: readonly WeighedWish[], offers: ReadonlyMap<string, Offer>): void {
  const lacking = lackingBundled(wishes, offers);
  if (!lacking) return;
  throw fail("PARAMS_INVALID", {
    field: "pets",
    message: `${lacking.offer.name} comes with another service that was left out.`,
    facts: { why: "bundle", serviceId: lacking.serviceId },
  });
}

/** Who could do it, by how long they take; refused when a service is not on offer or nobody does it. */
export function groupsFor(
  shop: Shop,
  offers: ReadonlyMap<string, Offer>,
  wishes: readonly (WeighedWish & { petType?: string; coatType?: string })[],
  staffId: string,
): [number, string[]][] {
  const unknown = missing(wishes, offers);
  if (unknown.length > 0) throw fail("SERVICE_NOT_FOUND", { field: "pets", facts: { serviceId: unknown[0] ?? "" } });
  const boarding = [...offers.values()].find(({ careType, addOn }) => careType === "BOARDING" && !addOn);
  if (boarding) throw fail("PARAMS_INVALID", { field: "pets", message: `${boarding.name} is booked by the night.` });
  const daycare = [...offers.values()].find(({ byDay }) => byDay);
  if (daycare) throw fail("PARAMS_INVALID", { field: "pets", message: `${daycare.name} is booked by the day.` });
  const group = [...offers.values()].find(({ careType }) => careType === "GROUP_CLASS");
  if (group) throw fail("PARAMS_INVALID", { field: "pets", message: `${group.name} is booked with its class.` });
  const misfit = unfit(wishes, offers);
  if (misfit) throw fail("PARAMS_INVALID", { field: "pets", message: `${misfit.name} is not for a pet of this weight.` });
  mustBeForThem(
    wishes.flatMap(({ petType, ...wish }) => (petType ? { ...wish, petType } : [])),
    offers,
  );
  mustFitAddOns(wishes, offers);
  const staff = shop.staff.map((s) => s.staffId).filter((id) => staffId === "0" || id === staffId);
  return staffByDuration(wishes, offers, staff);
}

/** Who comes, as the calendar asks it for its limits by service, breed and size. */
const comingOf = (wishes: readonly WeighedWish[]) =>
  wishes.map(({ serviceIds, breed = "", petSizeId }) => ({ serviceIds: [...serviceIds], breed, petSizeId }));

/** Free starts over some days, merged over everybody who could do it; fewer where the shop would rather look busy. */
export async function availableTimes(
  shop: Shop,
  groups: [number, string[]][],
  wishes: readonly WeighedWish[],
  { offers, ...span }: { from: string; to: string; offers: ReadonlyMap<string, Offer> },
): Promise<AvailableTimes> {
  const { setting } = shop;
  const limits = limitsOf(shop, offers);
  const slots = shop.ctx.client(SlotService);
  const answers = await Promise.all(
    groups.map(([duration, staffIds]) =>
      slots.listFreeSlots({
        businessId: setting.businessId,
        staffIds,
        startDate: toWireDate(span.from),
        endDate: toWireDate(span.to),
        duration,
        step: setting.timeslotLength,
        comingPets: comingOf(withoutAddOns(wishes, offers)),
        noticeMinutes: limits.noticeMinutes,
        onlineOnly: true,
      }),
    ),
  );
  const days = new Map<string, Map<number, string[]>>();
  for (const day of answers.flatMap((answer) => answer.days)) {
    const times = days.get(day.date) ?? new Map<number, string[]>();
    for (const staff of day.staff)
      for (const start of staff.startTimes.filter((one) => isEarlyEnough(limits, one)))
        times.set(start, [...(times.get(start) ?? []), staff.staffId]);
    if (times.size > 0) days.set(day.date, times);
  }
  return [...days]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([date, starts]) => {
      const times = [...starts].sort(([a], [b]) => a - b).map(([startTime, staffIds]) => ({ startTime, staffIds }));
      return { date, times: thinned(times, setting.busyFilter, { businessId: setting.businessId, date }) };
    });
}

type Wanted = {
  date: string;
  startTime: number;
  /** Without their add-ons. */
  pets: readonly WeighedWish[];
  holdMinutes: number;
  replaceToken: string;
  visitor: Hold;
  /** In which steps times are offered to who asks; absent: they may ask for any. */
  step?: number;
  heldRequest?: MessageInitShape<typeof HeldRequestSchema>;
  /** Until when somebody may answer to whom it is proposed. */
  offeredUntil?: string;
};

/** Staff enter a visit at any time. */
export const stepFor = ({ setting }: Shop, vouched: boolean): { step?: number } => (vouched ? {} : { step: setting.timeslotLength });

/** Holds the time with the first who is free and whose day may be held some more; when nobody is free, the refusal names the next free times. */
export async function holdTime(shop: Shop, groups: [number, string[]][], wanted: Wanted): Promise<Held> {
  const slots = shop.ctx.client(SlotService);
  let free: Held | undefined;
  let refusal: unknown;
  for (const [duration, staffIds] of groups) {
    try {
      const held = await slots.holdSlot({
        businessId: shop.setting.businessId,
        staffIds,
        date: toWireDate(wanted.date),
        startTime: wanted.startTime,
        duration,
        comingPets: comingOf(wanted.pets),
        holdMinutes: wanted.holdMinutes,
        replaceToken: wanted.replaceToken,
        visitor: wanted.visitor,
        step: wanted.step ?? 0,
        ...(wanted.heldRequest && { heldRequest: wanted.heldRequest }),
        ...(wanted.offeredUntil && { offeredUntil: toTimestamp(new Date(wanted.offeredUntil)) }),
      });
      const { token, staffId } = held;
      if (token) return { token, staffId, duration, expiresAt: fromTimestamp(held.expiresAt) };
      free ??= { token, staffId, duration, expiresAt: null };
    } catch (error) {
      if (!taken(error) && !isNoStart(error)) throw error;
      // A time that is taken says more than a time at which nobody of a group begins.
      if (refusal === undefined || taken(error)) refusal = error;
    }
  }
  if (free) return free;
  throw refusal ?? fail("SLOT_FULL", { message: "Nobody who does this takes online bookings." });
}

/** Those who take as long have no visit that begins then; others may. */
function isNoStart(error: unknown): boolean {
  const refusal = fromConnectError(error);
  return refusal?.code === ErrorCode.PARAMS_INVALID && refusal.options.fields?.[0]?.field === "startTime";
}

export function taken(error: unknown): boolean {
  const code = fromConnectError(error)?.code;
  return code === ErrorCode.SLOT_FULL || code === ErrorCode.OUTSIDE_WORKING_HOURS || code === ErrorCode.HOLD_EXPIRED;
}

/** Whose time it is, which is nobody's business at the storefront. */
const notTold = { appointmentId: "0", rangeStart: 0, rangeEnd: 0, classId: "0", className: "" };

/** A person at the storefront reads of the time, not of permissions, and is offered only what they may take. */
export function inPlainWords(shop: Shop, error: unknown, offers: ReadonlyMap<string, Offer>): unknown {
  const refusal = fromConnectError(error);
  if (!refusal || !taken(error)) return error;
  const { conflict, facts: { note, ...facts } = {}, ...options } = refusal.options;
  const nextFree = conflict?.nextFree?.filter(({ date = "", startTime = 0 }) => isBookable(shop, { date, startTime }, offers));
  return fail("SLOT_FULL", {
    ...options,
    facts,
    ...(conflict && nextFree && { conflict: { ...conflict, ...notTold, nextFree } }),
    message: "Somebody just took this time. Here are the next free ones.",
  });
}
