import { expect, test } from "vitest";
import { waitFacts } from "./wait-facts.ts";

const format = { shortDay: (date: string) => `on ${date}`, day: (date: string) => date };
const wait = { nights: 0, validTill: "2027-02-24", moves: false };

test.each([
  [{ dates: [] }, "any day · until 2027-02-24"],
  [{ dates: ["2026-12-09"] }, "on 2026-12-09"],
  [
    { dates: ["2026-12-09", "2026-12-11"], nights: 2, moves: true },
    "on 2026-12-09, on 2026-12-11 · 2 nights · your appointment would move",
  ],
  [{ dates: ["2026-12-09", "2027-03-01"] }, "on 2026-12-09, on 2027-03-01 · until 2027-02-24"],
  [{ dates: ["2026-12-09", "2026-12-16"], linePlace: 2 }, "number 2 in line · on 2026-12-09, on 2026-12-16"],
])("of a wait with %o the place says %s", (change, said) => expect(waitFacts({ ...wait, ...change }, format)).toBe(said));
