import { create } from "@bufbuild/protobuf";
import { BookingProgressSchema, BookingStep } from "@leashline/proto/leashline/online_booking/v1/booking_flow_pb.js";
import { expect, test } from "vitest";
import { resumed } from "./resumed.ts";

const pet = { petName: "Rex", petType: "Dog", breed: "Pug", weight: 18, serviceIds: ["3"] };
const left = (more: object) =>
  resumed("paws", create(BookingProgressSchema, { bookingFlowId: "flow-1", step: BookingStep.PERSONAL_INFO, pets: [pet], ...more }));

test("who left while saying who they are chooses a time again; all that they wrote is there, and it is the same booking", () => {
  const customer = { firstName: "Jo", lastName: "Park", phoneNumber: "+12065557777", email: "" };
  expect(left({ customer, date: "2026-12-03", staffId: "5", additionalNote: "Gate 12", careType: "GROOMING" })).toMatchObject({
    ...{ name: "paws", step: "time", flow: "flow-1", staffId: "5", date: "2026-12-03", note: "Gate 12", kind: "visit" },
    pets: [{ key: 1, petName: "Rex", weight: "18", serviceIds: ["3"] }],
    person: customer,
  });
});

test("who left before a service was chosen, or whose service is gone, goes on with the pets; a stay is a stay", () => {
  expect(left({ step: BookingStep.SELECT_SERVICE }).step).toBe("pets");
  expect(left({ pets: [{ ...pet, serviceIds: [] }] }).step).toBe("pets");
  expect(left({ pets: [] })).toMatchObject({ step: "pets", pets: [{ petName: "" }] });
  expect(left({ careType: "BOARDING" }).kind).toBe("stay");
});
