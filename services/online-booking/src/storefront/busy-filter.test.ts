import { ErrorCode, fromWireDate, nobody, toWireDate } from "@leashline/kit";
import { partOf, refusalOf } from "@leashline/kit/test";
import { type ListFreeSlotsRequest, SlotService } from "@leashline/proto/leashline/calendar/v1/slot_service_pb.js";
import { OnlineBookingSettingService } from "@leashline/proto/leashline/online_booking/v1/setting_pb.js";
import { StorefrontService } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Desk, day, openDesk } from "../../test/desk.ts";

let desk: Desk;
let perDay = 20;
const dayAfter = (days: number) => Temporal.PlainDate.from(day).add({ days });

beforeAll(async () => {
  const listFreeSlots = async ({ staffIds, startDate }: ListFreeSlotsRequest) => {
    const startTimes = Array.from({ length: perDay }, (_, n) => 540 + 15 * n);
    const first = Temporal.PlainDate.from(fromWireDate(startDate, "startDate"));
    const dates = [0, 1, 2, 3, 4].map((days) => first.add({ days }).toString());
    return { days: dates.map((date) => ({ date, staff: staffIds.map((staffId) => ({ staffId, startTimes })) })) };
  };
  desk = await openDesk([partOf(SlotService, { listFreeSlots })]);
});
afterAll(() => desk?.servers.stop());

const set = (busyFilter: number) => desk.servers.client(OnlineBookingSettingService).updateOnlineBookingSetting({ busyFilter });

/** What a pet parent sees on five days: date and minute of each opening. */
async function openings(staffId = "0"): Promise<string[]> {
  const page = desk.servers.client(StorefrontService, { ...nobody, kind: "anonymous" });
  const span = { startDate: toWireDate(day), endDate: toWireDate(dayAfter(4).toString()) };
  const { days } = await page.listAvailableTimes({ bookOnlineName: desk.page, pets: [{ serviceIds: ["1"] }], staffId, ...span });
  return days.flatMap(({ date, times }) => times.map(({ startTime }) => `${date} ${startTime}`));
}

test("ob-busy-filters: of 100 openings 75, 60 or 50 are shown, as the shop chose; all of them unless it did", async () => {
  const all = await openings();
  expect(all).toHaveLength(100);
  for (const [share, left] of [
    [25, 75],
    [40, 60],
    [50, 50],
  ] as const) {
    await set(share);
    const shown = await openings();
    expect(shown, `${share} %`).toHaveLength(left);
    expect(all).toEqual(expect.arrayContaining(shown));
    expect(await openings(), "whoever looks again sees the same").toEqual(shown);
    expect(await openings("5"), "and with one person chosen").toEqual(shown);
  }
  await set(0);
  expect(await openings()).toEqual(all);
});

test("a day with one opening keeps it, and other shares are refused", async () => {
  await set(50);
  perDay = 1;
  expect(await openings()).toHaveLength(5);
  for (const wrong of [-1, 30, 100]) {
    const refusal = await refusalOf(set(wrong));
    expect([refusal.code, refusal.options.fields?.[0]?.field]).toEqual([ErrorCode.PARAMS_INVALID, "busyFilter"]);
  }
});
