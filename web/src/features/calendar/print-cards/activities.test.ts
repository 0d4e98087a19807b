import { create } from "@bufbuild/protobuf";
import { PetServiceSchema } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { CareKind, CareTaskSchema, DayServiceSchema } from "@leashline/proto/leashline/calendar/v1/care_service_pb.js";
import { PrintCardSchema } from "@leashline/proto/leashline/calendar/v1/print_card_service_pb.js";
import { expect, test } from "vitest";
import { extrasOf, petDays, reconciled } from "./activities.ts";
import { readSettings } from "./print-settings.ts";

test.each([
  ["what is not there any more is left out", ["1", "9"], ["1", "2"], ["1"]],
  ["all where nothing of it is left", ["9"], ["1", "2"], ["1", "2"]],
  ["all where nothing was chosen", [], ["1", "2"], ["1", "2"]],
])("print-activity-addons-reconcile: the chosen extras: %s", (_, chosen, available, expected) => {
  expect(reconciled(chosen, available)).toEqual(expected);
});

const stay = { petDetailId: "1", petId: "3", petName: "Bo", serviceId: "90", serviceName: "Night", careType: "BOARDING" };
const cards = [create(PrintCardSchema, { appointment: { id: "7", ticketComments: "Late lunch", petServiceList: [stay] } })];
const line = (petId: string, serviceId: string, serviceName: string, startTime: number) =>
  create(PetServiceSchema, { petDetailId: serviceId, petId, serviceId, serviceName, startTime });
const lines = [line("3", "91", "Bath", 600), line("3", "92", "Walk", 420), line("4", "93", "Full groom", 600)];
const services = [create(DayServiceSchema, { petDetailId: "91", assignedStaffName: "Sam Lee" })];
const feeding = create(CareTaskSchema, {
  ...{ time: 480, assignedStaffName: "Kim Poe" },
  schedule: { careScheduleId: "5", appointmentId: "7", petId: "3", kind: CareKind.FEEDING, amount: "1", unit: "cup", name: "Kibble" },
});

test("a pet's day holds what it is given and the extras, of the kinds that are chosen; of pets that do not stay nothing", () => {
  const day = (saved: object) => petDays({ cards, tasks: [feeding], services, lines }, readSettings("activity", JSON.stringify(saved)));
  const done = (saved: object) => day(saved)[0]?.activities.map(({ text }) => text);
  expect(extrasOf(cards, lines).map(({ name }) => name)).toEqual(["Bath", "Walk"]);
  expect(day({})).toMatchObject([{ petName: "Bo", comments: "Late lunch" }]);
  expect(done({})).toEqual(["Walk", "1 cup Kibble", "Bath"]);
  expect(
    day({})[0]?.activities.map(({ who }) => who),
    "who is to do it",
  ).toEqual(["", "Kim Poe", "Sam Lee"]);
  expect(done({ type: { feeding: false, addOnItems: ["91", "77"] } })).toEqual(["Bath"]);
  expect(day({ type: { feeding: false, addOns: false } })).toEqual([]);
});
