import { create } from "@bufbuild/protobuf";
import { ListAppointmentCardsResponseSchema } from "@leashline/proto/leashline/calendar/v1/day_list_service_pb.js";
import { expect, test } from "vitest";
import { groupedByLodging, listRows, sortedRows } from "./day-list.ts";

const appointment = (id: string, customerLastName: string, petName: string, startTime: number, lodgingUnitId = "") => ({
  id,
  customerLastName,
  startTime,
  petServiceList: [{ petId: id, petName, serviceName: "Night", staffName: "Ana", lodgings: lodgingUnitId ? [{ lodgingUnitId }] : [] }],
});
const list = create(ListAppointmentCardsResponseSchema, {
  appointments: [
    appointment("1", "Young", "Ace", 600),
    appointment("2", "adams", "Zoe", 700, "12"),
    appointment("3", "Adams", "Bo", 540, "2"),
  ],
  pets: [{ pet: { petId: "1", petName: "Ace", behavior: "Hates the dryer" }, alertNotes: ["Bites"], notes: ["Shy"] }],
  lodgingTypes: [{ lodgingTypeId: "5", name: "Suite" }],
  lodgingUnits: [
    { lodgingUnitId: "2", lodgingTypeId: "5", name: "Suite 2" },
    { lodgingUnitId: "12", lodgingTypeId: "5", name: "Suite 12" },
  ],
  belongings: [{ appointmentId: "1", petId: "1", petName: "Ace", name: "Ball" }],
});

test("a list is sorted by client, pet or lodging, then by start", () => {
  const names = (by: "petName" | "clientLastName" | "lodging") => sortedRows(listRows(list), by).map((row) => row.petName);
  expect(names("clientLastName")).toEqual(["Bo", "Zoe", "Ace"]);
  expect(names("petName")).toEqual(["Ace", "Bo", "Zoe"]);
  expect(names("lodging")).toEqual(["Bo", "Zoe", "Ace"]);
});

test("a row says what to know and what came along; by lodging, who sleeps nowhere comes last", () => {
  const rows = listRows(list);
  expect(rows[0]).toMatchObject({ alerts: ["Bites", "Ace: Hates the dryer"], petNotes: ["Shy"], belongings: ["Ace: Ball"], lodging: "" });
  expect(groupedByLodging(rows).map(({ title, rows: own }) => [title, own.length])).toEqual([
    ["Suite", 2],
    ["No lodging", 1],
  ]);
});
