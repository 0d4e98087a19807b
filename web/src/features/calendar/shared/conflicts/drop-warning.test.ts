import { create } from "@bufbuild/protobuf";
import { CalendarCardSchema, CardType } from "@leashline/proto/leashline/calendar/v1/card_pb.js";
import { expect, test } from "vitest";
import { dropWarning } from "./drop-warning.ts";

const card = (id: string, startTime: number, endTime: number, more = {}) =>
  create(CalendarCardSchema, {
    cardId: id,
    appointmentId: id,
    staffId: "7",
    startTime,
    endTime,
    customerInfo: { lastName: "Webb" },
    ...more,
  });
const mine = card("1", 540, 600, { customerInfo: { lastName: "Hale" } });
const lunch = card("9", 720, 780, { appointmentId: "0", cardType: CardType.BLOCK, customerInfo: undefined, description: "Lunch" });
const ranges = [{ startTime: 540, endTime: 1_020 }];
const place = { id: "7", date: "2031-01-06", cards: [mine, card("2", 660, 720), lunch], ranges };
const at = (startTime: number, more = {}) => dropWarning({ card: mine, startTime, endTime: startTime + 60 }, { ...place, ...more });

test.each([
  ["on its own time", at(540), undefined],
  ["ending where the next one begins", at(600), undefined],
  ["a minute into the next one", at(601), "Taken: Webb"],
  ["on blocked time", at(765), "Taken: Lunch"],
  ["beginning where blocked time ends", at(780), undefined],
  ["up to the end of the working day", at(960), undefined],
  ["a minute past it", at(961), "Outside working hours"],
  ["where somebody is off all day", at(900, { ranges: [] }), "Outside working hours"],
  ["with somebody booked by slot, who takes several", at(660, { bySlot: true }), undefined],
  ["in nobody's column", at(660, { id: "-10", ranges: [] }), undefined],
  [
    "on a day's column, where another person is busy",
    at(660, { id: place.date, cards: [mine, card("2", 660, 720, { staffId: "8" })] }),
    undefined,
  ],
  ["on a day's column, where its own person is busy", at(660, { id: place.date }), "Taken: Webb"],
  ["over its own second card", at(660, { cards: [mine, card("5", 660, 720, { appointmentId: "1" })] }), undefined],
])("a card that is carried %s warns before it is put down, or not", (_, warning, expected) => expect(warning).toBe(expected));

test("a block is not in its own way", () => {
  expect(dropWarning({ card: lunch, startTime: 735, endTime: 795 }, place)).toBeUndefined();
});
