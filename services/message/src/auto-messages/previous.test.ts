import { expect, test } from "vitest";
import type { MovedFrom } from "../projections/appointments.ts";
import { usefulUntil } from "./previous.ts";

const zone = "America/Los_Angeles";
const now = new Date("2026-11-20T20:00:00-08:00");
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1_000);
/** Version 3 of an appointment on the 25th at ten, as its client knows it. */
const known = (change: Partial<MovedFrom> = {}) =>
  ({
    ...{ date: "2026-11-25", startTime: 600, version: 3, textWaits: false, movedAt: null, previousDate: null, previousStart: null },
    ...{ movedVersion: null, untoldVersion: null, ownMoveVersion: null },
    ...change,
  }) as MovedFrom;
const to = (day: number, version = 4, startTime = 600) => ({ date: `2026-11-${day}`, startTime, version });
const at = (day: number, hour = 10) => new Date(`2026-11-${day}T${String(hour).padStart(2, "0")}:00:00-08:00`);
/** It was on the 24th. */
const from = { previousDate: "2026-11-24", previousStart: 600, movedAt: ago(20), movedVersion: 3 };

test.each([
  ["is told until it would have begun", known(), to(27), at(25)],
  ["to an earlier time until that", known(), to(23, 4, 480), at(23, 8)],
  ["of one whose time is over until the new one", known({ date: "2026-11-20" }), to(27), at(27)],
  ["to where it would have begun already", known(), to(20, 4, 1_199), null],
  ["to yesterday, of which we have heard", known({ ...from, date: "2026-11-19", version: 4 }), to(19), null],
  ["that we have heard of, from where it was", known({ ...from, version: 4 }), to(25), at(24)],
  ["that is not made yet", known(), to(27, 0), at(25)],
  ["in one go with the one before, from where the client knows it", known(from), to(27), at(24)],
  ["some time after the one before", known({ ...from, movedAt: ago(60) }), to(27), at(25)],
  ["back within half a minute: nothing to tell", known(from), to(24), null],
  ["back, of which we have heard", known({ ...from, date: "2026-11-24", version: 4 }), to(24), null],
  ["back, before we hear of either", known(), to(25, 5), null],
  ["back later", known({ ...from, movedAt: ago(60) }), to(24), at(24)],
  ["back while its text waits", known({ ...from, movedAt: ago(7_200), textWaits: true }), to(24), null],
  ["back within ten minutes of one that was left untold", known({ ...from, movedAt: ago(500), untoldVersion: 3 }), to(24), null],
  [
    "right after the client's own, from where they moved it",
    known({ ...from, movedAt: ago(5), textWaits: true, ownMoveVersion: 3 }),
    to(24),
    at(24),
  ],
  ["back later than that", known({ ...from, movedAt: ago(700), untoldVersion: 3 }), to(24), at(24)],
])("a move %s", (_, before, move, until) => {
  expect(usefulUntil(before, move, zone, now)).toEqual(until);
});
