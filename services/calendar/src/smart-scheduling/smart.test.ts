import { ErrorCode, toWireDate } from "@leashline/kit";
import { partOf, refusalOf } from "@leashline/kit/test";
import { VanService } from "@leashline/proto/leashline/account/v1/van_service_pb.js";
import { DrivingRuleService } from "@leashline/proto/leashline/calendar/v1/driving_rule_service_pb.js";
import { SmartScheduleSettingService } from "@leashline/proto/leashline/calendar/v1/smart_schedule_setting_service_pb.js";
import { SmartRule, SmartSchedulingService } from "@leashline/proto/leashline/calendar/v1/smart_scheduling_service_pb.js";
import { AddressService } from "@leashline/proto/leashline/customer/v1/address_pb.js";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { businessPlace, calendar, type Harness, openHarness } from "../../test/harness.ts";
import { estimated } from "../driving/ways.ts";
import { byCost, type Errand, judged, smartSlots, type VanDay } from "./smart.ts";

// Clients live north of each other, five hundredths of a degree each, the business at 47.0; the place of client 9 is not known.
const placeOf = (id: number) => ({ lat: 47 + id / 20, lng: -122 });
const van = { vanId: "1", nickName: "Blue", staffIdList: ["1", "2"], drivingRuleId: "0", locationId: "0" };
const neighbours = [
  partOf(VanService, { listVans: async () => ({ vans: [van] }) }),
  partOf(AddressService, {
    batchGetClientPlaces: async ({ customerIds }: { customerIds: string[] }) => ({
      places: customerIds.filter((id) => id !== "9").map((customerId) => ({ customerId, ...placeOf(Number(customerId)) })),
    }),
  }),
];

let servers: Harness;
const from = Temporal.Now.plainDateISO("America/Los_Angeles");
const day = (ahead: number) => from.add({ days: ahead }).toString();
/** Days until a Monday some time from now: people work then and on the days after. */
const monday = 5 + ((8 - from.add({ days: 5 }).dayOfWeek) % 7);
beforeAll(async () => {
  calendar.rpcs.push(...neighbours);
  Object.assign(businessPlace, { addressLat: 47, addressLng: -122 });
  servers = await openHarness();
});
afterAll(() => servers?.stop());

const smart = () => servers.client(SmartSchedulingService);
const codeOf = async (call: Promise<unknown>) => (await refusalOf(call)).code;
const asked = (ahead: number, more = {}) => ({
  date: toWireDate(day(ahead)),
  farthestDay: ahead,
  duration: 60,
  staffIds: ["1"],
  customerId: "2",
  ...more,
});

test("smart-scheduling-requires: nothing is searched without a first day, staff members and a place", async () => {
  const { date: _, ...noDate } = asked(monday);
  for (const wrong of [noDate, asked(monday, { staffIds: [] }), asked(monday, { customerId: "0" })])
    expect(await codeOf(smart().smartSchedule(wrong))).toBe(ErrorCode.PARAMS_INVALID);
  expect(await codeOf(smart().smartSchedule(asked(monday, { customerId: "9" })))).toBe(ErrorCode.STATE_CONFLICT);
  expect((await smart().smartSchedule(asked(monday))).slots).not.toEqual([]);
});

test("smart-scheduling-lookahead: 42 days a fetch, 360 days ahead", async () => {
  const first = await smart().smartSchedule(asked(1, { farthestDay: 0, duration: 1440 }));
  expect(first.ruledOut).toHaveLength(42);
  expect(first.nextDate).toEqual(toWireDate(day(43)));
  const last = await smart().smartSchedule(asked(350, { farthestDay: 0, duration: 1440 }));
  expect(last.ruledOut).toHaveLength(11);
  expect(last.nextDate).toBeUndefined();
  expect(await smart().smartSchedule(asked(361, { farthestDay: 0 }))).toMatchObject({ slots: [], ruledOut: [] });
});

test("until today is today alone, and a last day that is before the first leaves none", async () => {
  const today = await smart().smartSchedule(asked(0, { farthestDay: 0, lastDate: toWireDate(day(0)) }));
  const days = [...today.slots.map(({ date }) => date), ...today.ruledOut.map(({ date }) => date)];
  expect(days.length).toBeGreaterThan(0);
  expect(days).toEqual(days.map(() => toWireDate(day(0))));
  expect(today.nextDate).toBeUndefined();
  const until = await smart().smartSchedule(asked(1, { farthestDay: 0, duration: 1440, lastDate: toWireDate(day(3)) }));
  expect(until.ruledOut).toHaveLength(3);
  expect(await smart().smartSchedule(asked(2, { lastDate: toWireDate(day(1)) }))).toMatchObject({ slots: [], ruledOut: [] });
});

test("the time that costs the least driving comes first, with the minutes and why; each slot can be driven to", async () => {
  await servers.book({ date: day(monday + 1), start: 600, petId: "10" });
  await servers.book({ date: day(monday + 1), start: 780, petId: "30" });
  const { slots } = await smart().smartSchedule(asked(monday + 1));
  expect(slots[0]).toMatchObject({
    startTime: 675,
    endTime: 735,
    extraMinutes: 0,
    reason: "On the way: no extra driving, between two stops",
  });
  expect(slots.map((slot) => slot.extraMinutes)).toEqual(slots.map((slot) => slot.extraMinutes).toSorted((a, b) => a - b));
  const late = await smart().smartSchedule(asked(monday + 1, { bufferTime: 100 }));
  expect(late.slots.map((slot) => slot.startTime)).not.toContain(675);
});

test("each day without a time says which rule ruled it out", async () => {
  const ruleOn = async (ahead: number, more = {}) => (await smart().smartSchedule(asked(ahead, more))).ruledOut.map(({ rule }) => rule);
  expect(await ruleOn(monday + 2, { duration: 1440 })).toEqual([SmartRule.NO_FREE_TIME]);
  expect(await ruleOn(monday + 2, { address: { lat: 49, lng: -122 }, customerId: "0" })).toEqual([SmartRule.TOO_FAR]);
  expect(await ruleOn(monday + 1, { bufferTime: 240, earliestStart: 660, latestEnd: 780 })).toEqual([SmartRule.NO_TIME_TO_DRIVE]);
  const { rule } = await servers.client(DrivingRuleService).saveDrivingRule({ name: "Close by", maxDist: 1 });
  van.drivingRuleId = rule!.drivingRuleId;
  expect(await ruleOn(monday + 2)).toEqual([SmartRule.TOO_FAR]);
  van.drivingRuleId = "0";
});

/** All there is to know about a day, looked at minute by minute. */
function slowly(one: VanDay, duration: number, buffer: number): number | undefined {
  const point = placeOf(2);
  let best: number | undefined;
  for (const start of one.working && one.covered ? one.starts : []) {
    let [from, to] = [one.parking.start, one.parking.end];
    let [leaves, due] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (const errand of one.errands) {
      if (errand.end <= start && errand.end >= leaves) [from, leaves] = [errand.point, errand.end];
      if (errand.start >= start + duration && errand.start < due) [to, due] = [errand.point, errand.start];
    }
    const [a, b] = [from && estimated(from, point), to && estimated(point, to)];
    if ((a && (a.miles > 30 || a.minutes > 45)) || (b && (b.miles > 30 || b.minutes > 45))) continue;
    if (leaves + buffer + (a?.minutes ?? 0) > start || start + duration + buffer + (b?.minutes ?? 0) > due) continue;
    const extra = Math.max(0, (a?.minutes ?? 0) + (b?.minutes ?? 0) - (from && to ? estimated(from, to).minutes : 0));
    best = best === undefined ? extra : Math.min(best, extra);
  }
  return best;
}

test("what is found is drivable, ranked by extra minutes, and as good as a slow search finds", () => {
  const errand = fc.record({
    hour: fc.integer({ min: 8, max: 17 }),
    long: fc.constantFrom(15, 30, 45),
    at: fc.option(fc.integer({ min: 0, max: 14 })),
  });
  const errands = fc
    .uniqueArray(errand, { maxLength: 5, selector: ({ hour }) => hour })
    .map((all) =>
      all.map(({ hour, long, at }): Errand => ({ start: hour * 60, end: hour * 60 + long, point: at === null ? undefined : placeOf(at) })),
    );
  const vanDay = fc.record({ errands, working: fc.boolean(), covered: fc.boolean(), parked: fc.boolean() });
  fc.assert(
    fc.property(vanDay, fc.constantFrom(30, 60), fc.constantFrom(0, 10), (some, duration, buffer) => {
      const { parked, ...known } = some;
      const all = Array.from({ length: 44 }, (_, n) => 420 + n * 15);
      const starts = all.filter((start) => known.errands.every((one) => one.end <= start || one.start >= start + duration));
      const parking = parked ? { start: placeOf(0), end: placeOf(0) } : {};
      const one: VanDay = { ...known, date: "2031-03-03", staffId: "1", starts, parking, limits: { maxDist: 30, maxTime: 45 } };
      const visit = { point: placeOf(2), duration, buffer };
      const { slots, ruledOut } = smartSlots([one], visit, estimated);
      expect(slots[0]?.extra).toBe(slowly(one, duration, buffer));
      expect(ruledOut).toHaveLength(slots.length === 0 ? 1 : 0);
      expect(slots).toEqual(slots.toSorted(byCost));
      for (const slot of slots) expect(judged(one, slot.start, visit, estimated)).toEqual(slot);
    }),
  );
});

test("smart-schedule-override-entries: one with a location and minutes is kept and counts there, one without either is left out", async () => {
  const settings = servers.client(SmartScheduleSettingService);
  const on = async (more = {}) => (await smart().smartSchedule(asked(monday + 3, more))).slots.map((slot) => slot.startTime);
  await servers.book({ date: day(monday + 3), start: 600, petId: "10" });
  const before = await settings.getSmartScheduleSetting({});
  expect(before).toMatchObject({ setting: { bufferTime: 0, serviceAreaEnable: true, overrides: [] }, version: 0 });
  const [roomy, tight] = [await on({ bufferTime: 100 }), await on()];
  expect(roomy).not.toEqual(tight);
  await settings.updateSmartScheduleSetting({ setting: { bufferTime: 100 }, updateMask: { paths: ["buffer_time"] }, version: 0 });
  expect(await on()).toEqual(roomy);
  const overrides = [{ businessId: "1", bufferTime: 0 }, { businessId: "1" }, { bufferTime: 10 }];
  const kept = await settings.updateSmartScheduleSetting({ setting: { overrides }, updateMask: { paths: ["overrides"] }, version: 1 });
  expect(kept).toMatchObject({ setting: { bufferTime: 100, serviceAreaEnable: true }, version: 2 });
  expect(kept.setting?.overrides.map(({ businessId, bufferTime }) => [businessId, bufferTime])).toEqual([["1", 0]]);
  expect(await on()).toEqual(tight);
  expect(await on({ bufferTime: 100 })).toEqual(roomy);
  const stale = settings.updateSmartScheduleSetting({ setting: { bufferTime: 5 }, updateMask: { paths: ["buffer_time"] }, version: 1 });
  expect(await codeOf(stale)).toBe(ErrorCode.VERSION_CONFLICT);
  for (const businessId of ["2", "99"]) {
    const foreign = { setting: { overrides: [{ businessId, bufferTime: 5 }] }, updateMask: { paths: ["overrides"] } };
    expect(await codeOf(settings.updateSmartScheduleSetting(foreign))).toBe(ErrorCode.NOT_FOUND);
  }
  const others = servers.client(SmartScheduleSettingService, { companyId: "2" });
  expect(await others.getSmartScheduleSetting({})).toMatchObject({ version: 0 });
  await settings.updateSmartScheduleSetting({ setting: { bufferTime: 0, serviceAreaEnable: true } });
});
