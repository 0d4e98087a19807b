import { expect, test } from "vitest";
import { withMinutes } from "./ActionTimes.tsx";

const zone = "America/New_York";

test.each([
  ["on a plain day", "2026-11-20T14:10:00Z", 9 * 60 + 45, "2026-11-20T14:45:00.000Z"],
  ["over the hour that is skipped in spring", "2026-03-08T06:30:00Z", 4 * 60, "2026-03-08T08:00:00.000Z"],
  ["over the hour that comes twice in autumn", "2026-11-01T04:30:00Z", 8 * 60, "2026-11-01T13:00:00.000Z"],
  ["for a boarder who went in the evening, UTC's next day", "2026-11-21T01:10:00Z", 19 * 60, "2026-11-21T00:00:00.000Z"],
])("a corrected time is what the shop's clock showed, %s", (_, at, minutes, wanted) =>
  expect(withMinutes(new Date(at), minutes, zone).toISOString()).toBe(wanted),
);
