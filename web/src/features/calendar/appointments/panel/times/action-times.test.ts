import { expect, test } from "vitest";
import { corrected, putOf, shownOf } from "./action-times.ts";

const zone = "America/New_York";
const now = new Date("2026-11-21T15:00:00Z");
const at = (text: string | undefined): Date | undefined => (text ? new Date(text) : undefined);
const arrived = (checkIn: string, minutes: number, on = now) => {
  const came = { in: at(checkIn), out: undefined };
  const put = shownOf(came, zone);
  return corrected(came, { ...put, in: { ...put.in, minutes } }, zone, on).checkIn?.toISOString();
};

test.each([
  ["on a plain day", "2026-11-20T14:10:00Z", 9 * 60 + 45, "2026-11-20T14:45:00.000Z"],
  ["over the hour that is skipped in spring", "2026-03-08T06:30:00Z", 4 * 60, "2026-03-08T08:00:00.000Z"],
  ["over the hour that comes twice in autumn", "2026-11-01T04:30:00Z", 8 * 60, "2026-11-01T13:00:00.000Z"],
  ["for a boarder who went in the evening, UTC's next day", "2026-11-21T01:10:00Z", 19 * 60, "2026-11-21T00:00:00.000Z"],
])("a corrected time is what the shop's clock showed, %s", (_, checkIn, minutes, wanted) => expect(arrived(checkIn, minutes)).toBe(wanted));

const came = { in: at("2026-11-20T14:10:00Z"), out: at("2026-11-21T13:10:00Z") };
const begins = shownOf(came, zone);

test("who was checked out this morning instead of last night is put right: day and time together", () => {
  expect(begins).toEqual({ in: { day: "2026-11-20", minutes: 550 }, out: { day: "2026-11-21", minutes: 490 } });
  const put = { ...begins, out: { day: "2026-11-20", minutes: 18 * 60 } };
  expect(corrected(came, put, zone, now)).toEqual({ checkOut: new Date("2026-11-20T23:00:00Z") });
  expect(corrected(came, begins, zone, now), "nothing was changed").toEqual({});
  const both = { in: { day: "2026-11-19", minutes: 480 }, out: { day: "2026-11-19", minutes: 500 } };
  expect(corrected(came, both, zone, now)).toEqual({
    checkIn: new Date("2026-11-19T13:00:00Z"),
    checkOut: new Date("2026-11-19T13:20:00Z"),
  });
});

test("what the server would not take is said beforehand: a time to come, and a check-out before the check-in", () => {
  const fault = (put: Partial<typeof begins>) => corrected(came, { ...begins, ...put }, zone, now).fault;
  expect(fault({ out: { day: "2026-11-22", minutes: 490 } })).toBe("This time is still to come");
  expect(fault({ out: { day: "2026-11-20", minutes: 490 } })).toBe("The check-out is before the check-in");
  expect(fault({ in: { day: "2026-11-21", minutes: 601 } })).toBe("This time is still to come");
  expect(fault({ in: { day: "2026-11-21", minutes: 540 } })).toBe("The check-out is before the check-in");
});

test("who was finished without a check-in gets one on the day of that, once a time is written", () => {
  const finished = { in: undefined, out: came.out };
  const put = shownOf(finished, zone);
  expect(put.in).toEqual({ day: "2026-11-21", minutes: undefined });
  expect(corrected(finished, put, zone, now)).toEqual({});
  expect(corrected(finished, { ...put, in: { ...put.in, minutes: 480 } }, zone, now).checkIn?.toISOString()).toBe(
    "2026-11-21T13:00:00.000Z",
  );
});

test("who corrects one of both times leaves what a colleague corrected meanwhile", () => {
  const touched = { out: { minutes: 480 } };
  const meanwhile = { in: at("2026-11-20T15:30:00Z"), out: came.out };
  const put = putOf(shownOf(meanwhile, zone), touched);
  expect(put).toEqual({ in: { day: "2026-11-20", minutes: 630 }, out: { day: "2026-11-21", minutes: 480 } });
  expect(corrected(meanwhile, put, zone, now)).toEqual({ checkOut: new Date("2026-11-21T13:00:00Z") });
  expect(putOf(begins, {})).toEqual(begins);
  expect(putOf(begins, { in: { minutes: undefined } }).in, "an emptied field is written too").toEqual({
    day: "2026-11-20",
    minutes: undefined,
  });
});

test("an emptied day or time is said, and changes nothing in silence", () => {
  const fault = (put: Partial<typeof begins>) => corrected(came, { ...begins, ...put }, zone, now);
  for (const out of [
    { day: "", minutes: 490 },
    { day: "2026-11-21", minutes: undefined },
  ])
    expect(fault({ out })).toEqual({ fault: "Write both the day and the time" });
  const finished = { in: undefined, out: came.out };
  const put = { ...shownOf(finished, zone), in: { day: "", minutes: 480 } };
  expect(corrected(finished, put, zone, now).fault).toBe("Write both the day and the time");
});

test("seconds are not written: who left in the minute in which they arrived did not leave before", () => {
  const brief = { in: at("2026-11-20T14:10:45.250Z"), out: at("2026-11-20T15:00:00Z") };
  const put = { ...shownOf(brief, zone), out: { day: "2026-11-20", minutes: 550 } };
  expect(corrected(brief, put, zone, now)).toEqual({ checkOut: brief.in });
  expect(corrected(brief, { ...put, out: { day: "2026-11-20", minutes: 549 } }, zone, now).fault).toBe(
    "The check-out is before the check-in",
  );
});
