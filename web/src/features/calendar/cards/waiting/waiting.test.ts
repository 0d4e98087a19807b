import { create } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { ListWaitlistPlacesResponseSchema } from "@leashline/proto/leashline/online_booking/v1/appointment_waitlist_service_pb.js";
import { WaitlistOfferState } from "@leashline/proto/leashline/online_booking/v1/waitlist_pb.js";
import { expect, test } from "vitest";
import { placesOf } from "./useWaitingIn.ts";
import { cardIdOf, entryOf, groupsOf, type WaitingPlace } from "./waiting.ts";

const at = (entryId: string, startTime: number, staffId = "5"): WaitingPlace => ({
  ...{ entryId, startTime, staffId, date: "2030-01-01", endTime: startTime + 30, name: `Client ${entryId}`, what: "", offered: false },
});

test("who would fit at the same time with the same person stands in one place, who waits longest first", () => {
  const groups = groupsOf([at("1", 600), at("2", 600), at("3", 615), at("4", 600, "6")]);
  expect(groups.map(({ first, others }) => [first.entryId, others.map(({ entryId }) => entryId)])).toEqual([
    ["1", ["2"]],
    ["3", []],
    ["4", []],
  ]);
});

test("a card that is dragged says who waits, and only theirs does", () => {
  expect(entryOf(cardIdOf(at("12", 600)))).toBe("12");
  expect(entryOf("12")).toBeUndefined();
});

test("where somebody drives to clients, a place says how long that takes", () => {
  const place = { waitListId: "1", staffId: "5", date: { year: 2030, month: 1, day: 1 }, startTime: 600, endTime: 630 };
  const data = create(ListWaitlistPlacesResponseSchema, {
    places: [{ ...place, drivingInfo: { drivingMinutes: 12 } }, place],
    entries: [{ id: "1", petList: [{ petName: "Rex", serviceList: [{ serviceName: "Bath" }] }] }],
  });
  const [driven, plain] = placesOf(data).map(({ what }) => what);
  expect(driven).toBe(`${plain} · 12 min drive`);
});

test("a time that is kept is known as such; who merely waits, or whose offer is over, keeps nothing", () => {
  const answerUntil = timestampFromDate(new Date("2030-01-01T19:24:00Z"));
  const date = { year: 2030, month: 1, day: 1 };
  const { OPEN, EXPIRED } = WaitlistOfferState;
  const data = create(ListWaitlistPlacesResponseSchema, {
    places: ["1", "2", "3"].map((waitListId) => ({ waitListId, date, staffId: "5", startTime: 600, endTime: 630 })),
    entries: [
      { id: "1", customerInfo: { firstName: "Jo", lastName: "Park" }, offer: { state: OPEN, answerUntil } },
      { id: "2", offer: { state: EXPIRED, answerUntil } },
      { id: "3" },
    ],
  });
  expect(placesOf(data).map(({ offered }) => offered)).toEqual([true, false, false]);
});
