import { create } from "@bufbuild/protobuf";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { LodgingCardSchema } from "@leashline/proto/leashline/calendar/v1/stay_service_pb.js";
import { expect, test } from "vitest";
import { passingWords, staysOn } from "./stays-on.ts";

const date = (day: number) => ({ year: 2026, month: 11, day });
const stay = (appointmentId: string, from: number, to: number, more: object = {}) =>
  create(LodgingCardSchema, {
    ...{ appointmentId, stayStartDate: date(from), stayEndDate: date(to), customerLastName: "Reed" },
    petList: [{ petId: appointmentId, petName: `Pet ${appointmentId}` }],
    ...more,
  });
const on = (from: string, to: string, ...cards: ReturnType<typeof stay>[]) => staysOn(cards, { from, to });

test("stays that began before are there on a closed day: who comes and goes is named, who only sleeps there is counted", () => {
  const found = on(
    "2026-11-24",
    "2026-11-26",
    stay("1", 20, 25),
    stay("2", 20, 30),
    stay("3", 26, 28),
    stay("4", 24, 26),
    stay("5", 20, 23),
    stay("6", 27, 29),
    stay("7", 20, 30, { status: AppointmentStatus.FINISHED }),
  );
  expect(found).toEqual({
    passing: [
      { id: "4", who: "Pet 4 (Reed)", arrives: "2026-11-24", leaves: "2026-11-26" },
      { id: "1", who: "Pet 1 (Reed)", leaves: "2026-11-25" },
      { id: "3", who: "Pet 3 (Reed)", arrives: "2026-11-26" },
    ],
    sleeping: 1,
  });
  expect(passingWords(found)).toBe("2 stays arrive and 2 leave");
});

test("a stay in two rooms, or of two pets, is one stay", () => {
  const petList = [
    { petId: "8", petName: "Bo" },
    { petId: "9", petName: "Ida" },
  ];
  const rooms = ["11", "12"].map((lodgingUnitId) => stay("1", 24, 28, { lodgingUnitId, petList }));
  expect(on("2026-11-24", "2026-11-24", ...rooms)).toEqual({
    passing: [{ id: "1", who: "Bo, Ida (Reed)", arrives: "2026-11-24" }],
    sleeping: 0,
  });
});

test.each([
  [[], ""],
  [[stay("1", 24, 28)], "1 stay arrives"],
  [[stay("1", 20, 24)], "1 stay leaves"],
  [[stay("1", 20, 24), stay("2", 21, 24)], "2 stays leave"],
  [[stay("1", 24, 28), stay("2", 20, 24)], "1 stay arrives and 1 leaves"],
])("what comes and goes on a day, in words: %#", (cards, words) =>
  expect(passingWords(on("2026-11-24", "2026-11-24", ...cards))).toBe(words),
);
