import { expect, test } from "vitest";
import { formatDay, isoToDay } from "../../../../ui/format/dates.ts";
import { vaccineWarning } from "./vaccines.ts";

const names: Record<string, string> = { "1": "Biscuit", "2": "Moss" };
const vaccine = (petId: string, vaccineName: string, until?: string) => {
  const expirationDate = until ? isoToDay(until) : undefined;
  return { petId, vaccineName, ...(expirationDate && { expirationDate }) };
};
const asked = (...vaccines: ReturnType<typeof vaccine>[]) =>
  vaccineWarning(
    vaccines,
    "2026-11-20",
    (petId) => names[petId] ?? "",
    (day) => formatDay(day, "MM/DD/YYYY"),
  );

test("vaccine-expiry-warning: vaccines that expire by the day of the appointment are named, and it is asked whether to continue", () => {
  expect(asked(vaccine("1", "Rabies", "2026-11-20"))).toBe("Biscuit: Rabies, valid until 11/20/2026. Still continue?");
  expect(asked(vaccine("1", "Rabies", "2025-01-31"), vaccine("1", "DHPP", "2027-01-01"), vaccine("2", "Rabies", "2026-11-19"))).toBe(
    "Biscuit: Rabies, valid until 01/31/2025. Moss: Rabies, valid until 11/19/2026. Still continue?",
  );
});

test("vaccine-expiry-warning: nothing is asked about one that is valid longer, has no end or is not recorded", () => {
  expect(asked()).toBeUndefined();
  expect(asked(vaccine("1", "Rabies", "2026-11-21"), vaccine("2", "DHPP"))).toBeUndefined();
});
