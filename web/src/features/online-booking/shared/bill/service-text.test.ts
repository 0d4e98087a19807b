import { create } from "@bufbuild/protobuf";
import { StayDay } from "@leashline/proto/leashline/offering/v1/additional_service_pb.js";
import { RequestedServiceSchema } from "@leashline/proto/leashline/online_booking/v1/booking_request_pb.js";
import { expect, test } from "vitest";
import { fromMinor, toMinor } from "../../../../ui/format/money.ts";
import { serviceText } from "./service-text.ts";

const suite = { name: "Suite", nights: 3, nightlyPrice: fromMinor(8_500n, "USD") };

test.each([
  ["a visit", { name: "Groom", duration: 60 }, false, "Groom · 1 hr"],
  ["the nights of a stay", { name: "Boarding", duration: 1440 }, true, "Boarding"],
  ["nights with a price of their own", { name: "Boarding", duration: 1440, rooms: [suite] }, true, "Boarding (Suite, 3 nights at 8500)"],
  ["a bath on the last day of a stay", { name: "Bath", duration: 30, stayDay: StayDay.LAST }, true, "Bath · 30 mins"],
  ["an add-on of a stay", { name: "Nails", duration: 15, addOn: true }, true, "Nails · 15 mins"],
])("what was asked for says how long it takes, nights do not: %s", (_, service, ofStay, words) => {
  expect(serviceText(create(RequestedServiceSchema, service), (amount) => String(toMinor(amount)), ofStay)).toBe(words);
});
