import { ErrorCode, fail, nobody, toMoney, toWireDate } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import { StaffChangedSchema } from "@leashline/proto/leashline/account/v1/events_pb.js";
import type { HoldSlotRequest } from "@leashline/proto/leashline/calendar/v1/slot_service_pb.js";
import { StorefrontService } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Desk, day, openDesk } from "../../test/desk.ts";
import { catalogOf } from "../../test/neighbors.ts";

// Ana does service 1 in half an hour, Lee in three quarters.
const service = {
  ...{ id: "1", name: "Service 1", bookOnlineAvailable: true, careType: "GROOMING", duration: 30, price: toMoney(2_000, "USD") },
  staffOverrides: [{ staffId: "6", duration: 45 }],
};

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk([catalogOf([service])]);
  const lee = { staffId: "6", firstName: "Lee", lastName: "Park", businessIds: ["1"], bookOnlineAvailable: true, sort: 2 };
  await desk.tell(StaffChangedSchema, lee);
});
afterAll(() => desk?.servers.stop());

const page = () => desk.servers.client(StorefrontService, { ...nobody, kind: "anonymous", ip: "198.51.102.9" });
const asked = () => ({ bookOnlineName: desk.page, pets: [{ serviceIds: ["1"] }], date: toWireDate(day), startTime: 525 });
const noStart = () => fail("PARAMS_INVALID", { field: "startTime", message: "No visit begins at this time. Please choose another one." });
const isTaken = () => fail("SLOT_FULL", { message: "Taken." });
const says = (ana: () => unknown, lee: () => unknown) =>
  desk.holdSays(({ staffIds }: HoldSlotRequest) => (staffIds.includes("5") ? ana() : lee()));

test("a time at which a visit begins only with who takes longer is held with them, and a request without a hold gets it", async () => {
  says(noStart, () => undefined);
  desk.held.length = 0;
  expect((await page().holdTime(asked())).holdToken).not.toBe("");
  expect(desk.held.map(({ staffIds, duration }) => [staffIds, duration])).toEqual([
    [["5"], 30],
    [["6"], 45],
  ]);
  const customer = { firstName: "Jo", lastName: "Park", phoneNumber: "+12065557781" };
  const pets = [{ petName: "Rex", petType: "Dog", serviceIds: ["1"] }];
  const { booking } = await desk.servers.client(StorefrontService).submitBooking({ ...asked(), customer, pets });
  expect(booking?.status).toBe("submitted");
});

test("where it begins with nobody it is refused as such; where it is taken with one of them, as taken", async () => {
  says(noStart, noStart);
  expect((await refusalOf(page().holdTime(asked()))).code).toBe(ErrorCode.PARAMS_INVALID);
  for (const [ana, lee] of [
    [isTaken, noStart],
    [noStart, isTaken],
  ] as const) {
    says(ana, lee);
    expect((await refusalOf(page().holdTime(asked()))).code).toBe(ErrorCode.SLOT_FULL);
  }
});
