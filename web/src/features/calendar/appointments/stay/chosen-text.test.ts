import { create } from "@bufbuild/protobuf";
import { FindFreeLodgingsResponseSchema } from "@leashline/proto/leashline/calendar/v1/stay_service_pb.js";
import { expect, test } from "vitest";
import { chosenText } from "./useFreeLodgings.ts";

const found = create(FindFreeLodgingsResponseSchema, {
  lodgings: [
    { lodgingUnitId: "1", name: "S1" },
    { lodgingUnitId: "2", name: "S2" },
  ],
  chosen: [
    { petId: "7", lodgings: [{ lodgingUnitId: "1" }] },
    { petId: "8", lodgings: [{ lodgingUnitId: "2" }] },
  ],
});

test("of rooms that are chosen by themselves each pet is told its own, and all of them together", () => {
  expect(chosenText(found)).toBe("S1 and S2");
  expect([chosenText(found, ["7"]), chosenText(found, ["8"])]).toEqual(["S1", "S2"]);
});
