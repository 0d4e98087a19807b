import { expect, test } from "vitest";
import { missingDay, waitDays } from "./wait-days.ts";

const shop = { firstDate: "2026-12-01", lastDate: "2026-12-31" };

test("a stay is waited for by its first night and its length, the wanted day first and some around it where that suits, as far as the page takes bookings", () => {
  const stay = { kind: "stay", date: "2026-12-02", endDate: "2026-12-05" } as const;
  expect(waitDays(stay, shop)).toEqual({ dates: ["2026-12-02"], nights: 3 });
  const around = ["2026-12-02", "2026-12-01", "2026-12-03", "2026-12-04", "2026-12-05"];
  expect(waitDays({ ...stay, flexible: 3 }, shop)).toEqual({ dates: around, nights: 3 });
});

test("daycare is waited for on the days that were chosen, a visit on any day", () => {
  expect(waitDays({ kind: "day", date: "2026-12-02", days: ["2026-12-02", "2026-12-04"] }, shop)).toEqual({
    dates: ["2026-12-02", "2026-12-04"],
    nights: 0,
  });
  expect(waitDays({ kind: "visit", date: undefined }, shop)).toEqual({ dates: [], nights: 0 });
  expect(waitDays({ kind: "visit", date: undefined, days: ["2026-12-02", "2099-01-01"] }, shop)).toEqual({
    dates: ["2026-12-02"],
    nights: 0,
  });
});

test("who can come only on the days they choose is asked for one, and for another once it is past; any day asks for none", () => {
  const waits = { kind: "visit", date: undefined, wait: "any", days: [] } as const;
  expect(missingDay({ ...waits, onlyDays: true }, shop)).toBe("Choose the days");
  expect(missingDay({ ...waits, onlyDays: true, days: ["2026-11-30"] }, shop)).toBe("Choose the days");
  expect(missingDay({ ...waits, onlyDays: true, days: ["2026-12-04"] }, shop)).toBeUndefined();
  expect([missingDay(waits, shop), missingDay({ ...waits, wait: undefined, onlyDays: true }, shop)]).toEqual([undefined, undefined]);
});
