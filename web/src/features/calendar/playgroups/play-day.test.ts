import { create } from "@bufbuild/protobuf";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { GetPlaygroupDayResponseSchema } from "@leashline/proto/leashline/calendar/v1/playgroup_day_service_pb.js";
import { expect, test } from "vitest";
import { columnsOf, found, playersOf } from "./play-day.ts";

const { CONFIRMED, CHECKED_IN, FINISHED } = AppointmentStatus;
const visit = (id: string, petName: string, status: AppointmentStatus, startTime: number) => ({
  id,
  status,
  startTime,
  customerFirstName: "Ann",
  customerLastName: `${petName}son`,
  petServiceList: [{ petId: id, petName, careType: "DAYCARE" }],
});
const day = create(GetPlaygroupDayResponseSchema, {
  playgroups: [
    { playgroupId: "8", name: "Yard", maxPetCapacity: 2 },
    { playgroupId: "9", name: "Hall", maxPetCapacity: 2 },
  ],
  appointments: [
    visit("1", "Moss", CONFIRMED, 480),
    visit("2", "Pip", CHECKED_IN, 540),
    visit("3", "Rex", FINISHED, 480),
    visit("4", "Ada", CONFIRMED, 420),
  ],
  pets: [
    { appointmentId: "1", petId: "1", playgroupId: "0", fittingPlaygroupIds: ["8"] },
    { appointmentId: "2", petId: "2", playgroupId: "0", fittingPlaygroupIds: ["8"] },
    { appointmentId: "3", petId: "3", playgroupId: "8", fittingPlaygroupIds: ["8"] },
    { appointmentId: "4", petId: "4", playgroupId: "9", fittingPlaygroupIds: ["8"] },
  ],
});

test("those in no group stand first, who is here before who is expected; who went home is in no column", () => {
  const columns = columnsOf(day.playgroups, playersOf(day));
  expect(columns.map(({ id, players }) => [id, players.map((one) => one.petName)])).toEqual([
    ["0", ["Pip", "Moss"]],
    ["8", []],
    ["9", ["Ada"]],
  ]);
  expect(columns[2]?.players[0]?.misplaced).toBe(true);
});

test("a pet is found by the beginnings of its name and its client's", () => {
  const names = (text: string) => found(playersOf(day), text).map((one) => one.petName);
  expect([names("P4"), names("p99"), names("P")]).toEqual([["Ada"], [], ["Pip"]]);
  expect(names("mo")).toEqual(["Moss"]);
  expect(names("ann pi")).toEqual(["Pip"]);
  expect(names("oss")).toEqual([]);
  expect(names(" ")).toEqual([]);
});
