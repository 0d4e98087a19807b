import { describe, expect, test } from "vitest";
import { formatRelative } from "./relative.ts";

describe("relative-time", () => {
  const now = new Date("2026-11-20T12:00:00Z");
  const ago = (ms: number) => formatRelative(new Date(now.getTime() - ms), now, (d) => d.toISOString().slice(0, 10));
  const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
  test.each([
    [5 * minute, "Just now"],
    [6 * minute, "6 min ago"],
    [59 * minute, "59 min ago"],
    [60 * minute, "1 hr ago"],
    [23 * hour, "23 hr ago"],
    [24 * hour, "1 d ago"],
    [30 * day, "30 d ago"],
    [31 * day, "1 mo ago"],
    [213 * day, "2026-04-21"],
    [395 * day, "1 yr ago"],
    [-hour, "Just now"],
  ])("relative-time: %i ms", (ms, shown) => expect(ago(ms)).toBe(shown));
});
