import { create } from "@bufbuild/protobuf";
import { CalendarCardSchema, CardType } from "@leashline/proto/leashline/calendar/v1/card_pb.js";
import { expect, test } from "vitest";
import { inDay, monthTime, ofMonth } from "./month.ts";

const visit = create(CalendarCardSchema, { cardType: CardType.APPOINTMENT, appointmentId: "7", staffId: "1" });
const shared = create(CalendarCardSchema, { cardType: CardType.APPOINTMENT, appointmentId: "7", staffId: "2" });
const session = create(CalendarCardSchema, { cardType: CardType.CLASS_SESSION, cardId: "3" });

test("a month shows appointments and classes, no blocks and no requests", () => {
  const others = [CardType.BLOCK, CardType.BOOKING_REQUEST].map((cardType) => create(CalendarCardSchema, { cardType }));
  expect([visit, session, ...others].filter(ofMonth)).toEqual([visit, session]);
});

test("an appointment of two people is one, a class is counted apart", () =>
  expect(inDay([visit, shared, session])).toEqual({ appointments: 1, classSessions: 1 }));

test.each([
  ["10:00 AM", "10a"],
  ["10:30 AM", "10:30a"],
  ["12:00 PM", "12p"],
  ["14:00", "14:00"],
])("%s is written %s in a month", (time, short) => expect(monthTime(time)).toBe(short));
