import { expect, test } from "vitest";
import { cameAt, leavesAt } from "./came-and-left.ts";

const at = (date: string, minutes: number) => ({ date, minutes });
const lastDay = "2026-11-27";
test.each([
  ["who is still here leaves now", undefined, at(lastDay, 1_103), 1_103],
  ["who was checked out left then, however late it is paid", at(lastDay, 880), at("2026-11-29", 600), 880],
  ["who stays for days leaves on the last one", undefined, at("2026-11-26", 1_103), undefined],
])("%s", (_, left, now, minutes) => expect(leavesAt({ lastDay, left, now })).toBe(minutes));

const firstDay = "2026-11-25";
test.each([
  ["who was checked in on the first day came then", at(firstDay, 380), 380],
  ["who came a day later was not early on the first", at("2026-11-26", 380), undefined],
  ["who has not come was not early", undefined, undefined],
])("%s", (_, came, minutes) => expect(cameAt({ firstDay, came })).toBe(minutes));
