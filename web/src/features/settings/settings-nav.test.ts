import { expect, test } from "vitest";
import type { SessionInfo } from "../../app/session/session.ts";
import { defaultPreferences } from "../../ui/format/preferences.ts";
import { areaAt, areasFor, matching, settingsNav } from "./settings-nav.ts";

test.each([
  ["", settingsNav.length],
  ["  ", settingsNav.length],
  ["zzz", 0],
])("%j finds %i areas", (typed, count) => expect(matching(settingsNav, typed)).toHaveLength(count));

test.each([
  ["holiday", "Closed dates"],
  ["closed", "Closed dates"],
  ["permissions", "Roles"],
  ["sms", "Auto messages"],
  ["Sales tax", "Taxes"],
  ["team LOGIN", "Staff"],
  ["commission shared", "Split services"],
  ["punch", "Clock"],
  ["ways to pay", "Payments"],
])("%j finds %s", (typed, label) => expect(matching(settingsNav, typed).map((item) => item.label)).toEqual([label]));

// As people in the trade say it, whatever the area is called.
test.each([
  ["hours", ["Working hours", "Online booking"]],
  ["opening hours", ["Online booking"]],
  ["time off", ["Working hours"]],
  ["logo", ["Locations", "Online booking"]],
  ["tip", ["Payments", "Discounts and tip split"]],
  ["gratuity", ["Payments", "Discounts and tip split"]],
  ["deposit", ["Deposit rules", "Online booking", "Services"]],
  ["no-show", ["Deposit rules", "Services", "Auto messages", "Agreements"]],
  ["no show", ["Deposit rules", "Services", "Auto messages", "Agreements"]],
  ["cancellation", ["Services", "Online booking", "Deposit rules"]],
  ["cancellation fee", ["Services"]],
  ["vaccines", ["Clients and pets"]],
  ["shots", ["Clients and pets"]],
  ["coat", ["Clients and pets"]],
  ["text", ["Auto messages"]],
  ["tax", ["Taxes"]],
  ["booking link", ["Online booking"]],
  ["card fee", ["Payments"]],
  ["employees", ["Staff"]],
])("%j leads to %j", (typed, labels) =>
  expect(matching(settingsNav, typed).map((item) => item.label)).toEqual(expect.arrayContaining(labels)),
);

test("a group's areas stand together, and each area has a place of its own", () => {
  const groups = settingsNav.map((item) => item.group);
  expect(groups.filter((group, at) => group !== groups[at - 1])).toEqual([...new Set(groups)]);
  for (const item of settingsNav) expect(areaAt(item.path)).toBe(item);
});

test.each([
  ["mobile", 0, true],
  ["facility", 1, false],
  ["hybrid", 2, true],
])("mobile-grooming-only-features: service areas and who goes where are offered to a %s business: %s", (_, appType, offered) => {
  const who = { employeeCategory: 1, permissions: new Set<number>(), preferences: { ...defaultPreferences, appType } };
  const labels = areasFor(who as unknown as SessionInfo).map(({ label }) => label);
  expect([labels.includes("Service areas"), labels.includes("Working hours")]).toEqual([offered, true]);
});
