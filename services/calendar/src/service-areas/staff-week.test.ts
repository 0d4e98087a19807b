import { ErrorCode } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import { ServiceAreaService, ServiceAreaType } from "@leashline/proto/leashline/calendar/v1/service_area_service_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Harness, openHarness } from "../../test/harness.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness([]);
});
afterAll(() => harness?.stop());

/** Each company is a shop of its own. */
const shopOf = async (companyId: string) => {
  const api = harness.client(ServiceAreaService, { companyId });
  const area = async (areaName: string) =>
    (await api.saveServiceArea({ areaName, serviceAreaType: ServiceAreaType.ZIPCODES, zipcodes: ["98101"] })).area!.areaId;
  return {
    api,
    north: await area("North"),
    south: await area("South"),
    save: (...areaIds: string[]) => api.saveStaffAreas({ staffId: "2", days: [{ weekday: 1, areaIds }] }),
    undo: (change: number) => api.undoStaffAreas({ staffId: "2", change }),
    week: async () => (await api.listStaffAreas({})).staff.map(({ days }) => days.map(({ weekday, areaIds }) => [weekday, areaIds])),
  };
};
const codeOf = async (call: Promise<unknown>) => (await refusalOf(call)).code;
const { UNDO_EXPIRED } = ErrorCode;

test("a week of areas is taken back once, to what it was or to going everywhere; not what came before the newest", async () => {
  const { north, south, save, undo, week } = await shopOf("61");
  const first = await save(north);
  const second = await save(south);
  expect(await codeOf(undo(first.change))).toBe(UNDO_EXPIRED);
  expect((await undo(second.change)).staff?.days).toMatchObject([{ weekday: 1, areaIds: [north] }]);
  expect(await week()).toEqual([[[1, [north]]]]);
  expect(await codeOf(undo(second.change))).toBe(UNDO_EXPIRED);
  const none = await save();
  await undo(none.change);
  expect(await week()).toEqual([[[1, [north]]]]);
});

test("not when an area is gone that it names, or was taken out of it since, and not after ten minutes", async () => {
  const { api, north, south, save, undo, week } = await shopOf("62");
  await save(north);
  const { change } = await save(south);
  await api.deleteServiceArea({ areaId: north });
  expect(await codeOf(undo(change)), "what it would bring back").toBe(UNDO_EXPIRED);
  await api.deleteServiceArea({ areaId: south });
  expect(await codeOf(undo(change)), "what it left").toBe(UNDO_EXPIRED);
  expect(await week()).toEqual([]);
  const east = (await api.saveServiceArea({ areaName: "East", serviceAreaType: ServiceAreaType.ZIPCODES, zipcodes: ["98102"] })).area!;
  const late = await save(east.areaId);
  await harness.admin.query(
    "update calendar.change_log set at = at - interval '11 minutes' where entity = 'staff areas' and company_id = 62",
  );
  expect(await codeOf(undo(late.change))).toBe(UNDO_EXPIRED);
});
