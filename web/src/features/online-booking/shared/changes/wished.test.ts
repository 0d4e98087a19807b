import { expect, test } from "vitest";
import { wishedIn } from "./wished.ts";

// Asked on Thursday, November 26, 2026, about an appointment on Tuesday, December 1.
const known = { date: "2026-12-01", startTime: 600, today: "2026-11-26" };

test.each([
  ["Could we come on Friday at 3 pm instead?", { date: "2026-12-04", startTime: 900 }],
  ["Thursday, 10:30am please", { date: "2026-12-03", startTime: 630 }],
  ["Dec 4th at noon", { date: "2026-12-04", startTime: 720 }],
  ["the 12 of January, around 2", { date: "2027-01-12", startTime: 840 }],
  ["2026-12-15 14:15", { date: "2026-12-15", startTime: 855 }],
  ["tomorrow?", { date: "2026-11-27" }],
  ["later the same day, 4:45 p.m.", { startTime: 1005 }],
  ["at 9", { startTime: 540 }],
  ["An hour later, please", { startTime: 660 }],
  ["half an hour earlier?", { startTime: 570 }],
  ["I may be late, we have a sick child", {}],
  ["We moved from 2026-01-15", {}],
  ["February 31 at 25:00", {}],
  ["call me at 206 555 0100", {}],
])("%s", (text, wished) => expect(wishedIn(text, known)).toEqual(wished));
