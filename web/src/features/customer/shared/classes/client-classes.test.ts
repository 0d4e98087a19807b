import { create } from "@bufbuild/protobuf";
import { ClientClassSchema } from "@leashline/proto/leashline/calendar/v1/class_hold_service_pb.js";
import { expect, test } from "vitest";
import { isoToDay } from "../../../../ui/format/dates.ts";
import { ahead, classesUnder, coming, nextDayOf } from "./client-classes.ts";

const place = (className: string, days: Record<string, boolean>, cancelled = false) => {
  const sessions = Object.entries(days).map(([day, over]) => ({ date: isoToDay(day)!, over }));
  return create(ClientClassSchema, { className, cancelled, sessions });
};
const going = place("Puppy", { "2026-11-20": true, "2026-12-04": false, "2026-12-11": false });
const sooner = place("Recall", { "2026-12-01": false });
const over = place("Tricks", { "2026-10-01": true });
const canceled = place("Agility", { "2026-12-02": false }, true);
const all = [going, sooner, over, canceled];
const names = (places: readonly { className: string }[]) => places.map(({ className }) => className);

test("a class is ahead with the sessions that are to come; one that is over or canceled is not", () => {
  expect(ahead(going)).toHaveLength(2);
  expect(names(coming(all))).toEqual(["Puppy", "Recall"]);
});

test("the next session is the next appointment where none comes before it", () => {
  expect(nextDayOf("", [going])).toBe("2026-12-04");
  expect(nextDayOf("2026-12-02", [going])).toBe("2026-12-02");
  expect(nextDayOf("", [over, canceled])).toBe("");
});

test("each stands under the panel of what became of it", () => {
  const under = (panel: string) => names(classesUnder(panel, all));
  expect(under("all")).toEqual(["Puppy", "Recall", "Tricks", "Agility"]);
  expect([under("upcoming"), under("finished"), under("cancelled")]).toEqual([["Puppy", "Recall"], ["Tricks"], ["Agility"]]);
});
