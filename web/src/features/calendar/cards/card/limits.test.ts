import { create } from "@bufbuild/protobuf";
import { CalendarCardSchema } from "@leashline/proto/leashline/calendar/v1/card_pb.js";
import { expect, test } from "vitest";
import { limitOf } from "./limits.ts";

const info = {
  draggable: true,
  earliestDate: "2026-12-01",
  latestDate: "2026-12-02",
  dateReason: "Checked in",
  unavailableStaffIds: ["2"],
  staffReason: "Does another part",
};
const card = create(CalendarCardSchema, { date: "2026-12-01", staffId: "1", draggableInfo: info });

test.each([
  ["where it is", { date: "2026-12-01", staffId: "1" }, undefined],
  ["to the last day it may go to", { date: "2026-12-02", staffId: "1" }, undefined],
  ["a day later", { date: "2026-12-03", staffId: "1" }, "Checked in"],
  ["a day earlier", { date: "2026-11-30", staffId: "1" }, "Checked in"],
  ["to somebody else", { date: "2026-12-01", staffId: "3" }, undefined],
  ["to who does another part", { date: "2026-12-01", staffId: "2" }, "Does another part"],
])("a card is dragged %s", (_, to, reason) => expect(limitOf(card, to)).toBe(reason));

test("a card without limits goes anywhere", () => {
  const free = create(CalendarCardSchema, { date: "2026-12-01", staffId: "1", draggableInfo: { draggable: true } });
  expect(limitOf(free, { date: "2027-01-01", staffId: "2" })).toBeUndefined();
});
