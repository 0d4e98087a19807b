import { ErrorCode } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import { OnlineBookingSettingService } from "@leashline/proto/leashline/online_booking/v1/setting_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Desk, openDesk } from "../../test/desk.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk?.house.stop());

test("ob-version-values: the preference is version 1 until it is 2, and never another", async () => {
  const settings = desk.house.client(OnlineBookingSettingService);
  const version = async () => (await settings.getOnlineBookingSetting({})).setting?.version;
  const change = (to: number) => settings.updateOnlineBookingSetting({ version: to, updateMask: { paths: ["version"] } });
  expect(await version()).toBe(1);
  expect((await change(2)).setting?.version).toBe(2);
  for (const wrong of [0, 3, -1]) expect((await refusalOf(change(wrong))).code).toBe(ErrorCode.PARAMS_INVALID);
  expect(await version()).toBe(2);
});
