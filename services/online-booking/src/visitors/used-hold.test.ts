import { ErrorCode, fail, nobody, toWireDate } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import { StorefrontService } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Desk, day, openDesk } from "../../test/desk.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk?.servers.stop());

const visitor = () => desk.servers.client(StorefrontService, nobody);
const staff = () => desk.servers.client(StorefrontService);
const wish = () => ({ bookOnlineName: desk.page, pets: [{ petName: "Rex", petType: "Dog", serviceIds: ["1"] }] });
const hold = async (replaceToken = "") =>
  (await visitor().holdTime({ ...wish(), date: toWireDate(day), startTime: 600, replaceToken })).holdToken;
const submit = (holdToken: string, phoneNumber: string) =>
  staff().submitBooking({
    ...{ ...wish(), date: toWireDate(day), startTime: 600, holdToken },
    customer: { firstName: "Jo", lastName: "Park", phoneNumber, email: "" },
  });
const refused = async (holdToken: string, phoneNumber: string) => (await refusalOf(submit(holdToken, phoneNumber))).code;

test("staff send one request with a hold, not one for each of three people; withdrawn, its hold is still used up", async () => {
  const holdToken = await hold();
  const { statusToken } = await submit(holdToken, "+12065550101");
  const before = desk.held.length;
  expect(await refused(holdToken, "+12065550102")).toBe(ErrorCode.SLOT_FULL);
  await visitor().withdrawBooking({ bookOnlineName: desk.page, statusToken });
  expect(await refused(holdToken, "+12065550103")).toBe(ErrorCode.SLOT_FULL);
  expect(desk.held).toHaveLength(before);
  await submit(await hold(), "+12065550102");
});

test("the time of a request is not given up with the token of the hold that it was sent with", async () => {
  const first = await hold();
  const holdToken = await hold(first);
  expect(desk.held.at(-1)?.replaceToken).toBe(first);
  await submit(holdToken, "+12065550104");
  await hold(holdToken);
  expect(desk.held.at(-1)?.replaceToken).toBe("");
});

test("a request that was refused does not use its hold up", async () => {
  const holdToken = await hold();
  desk.holdSays(({ replaceToken }) => replaceToken && fail("OUTSIDE_WORKING_HOURS"));
  expect(await refused(holdToken, "+12065550105")).toBe(ErrorCode.SLOT_FULL);
  desk.holdSays(() => undefined);
  await submit(holdToken, "+12065550105");
});
