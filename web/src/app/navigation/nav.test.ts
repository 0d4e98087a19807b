import { afterEach, expect, test, vi } from "vitest";
import { settingsNav } from "../../features/settings/settings-nav.ts";
import { defaultPreferences } from "../../ui/format/preferences.ts";
import { routes } from "../routes/routes.ts";
import { permissions } from "../session/permissions.ts";
import type { SessionInfo } from "../session/session.ts";
import { groupAt, groupsFor, navigation } from "./nav.ts";
import { settingsFor } from "./settings-group.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** What a browser keeps between two loads of the page. */
const storage = (): Pick<Storage, "getItem" | "setItem" | "removeItem"> => {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
};
const load = async () => {
  vi.resetModules();
  return await import("./nav-state.ts");
};

const owner: SessionInfo = {
  account: { id: "1", email: "a@b.co", firstName: "", lastName: "", phoneNumber: "", avatarPath: "" },
  businesses: [],
  employeeCategory: 1,
  permissions: new Set(),
  preferences: defaultPreferences,
};

test("side-navigation: its groups, of which everybody sees what their role opens", () => {
  expect(navigation.map((group) => group.id)).toEqual(
    expect.arrayContaining(["calendar", "loyalty", "insights", "payment", "finance", "marketing"]),
  );
  const labels = (who: SessionInfo) => groupsFor(who).flatMap((group) => group.items.map((item) => item.label));
  expect(labels(owner)).toContain("Appointments");
});

test("the navigation offers no area and no page that is not built", () => {
  const built = new Set(routes.filter((route) => route.load !== undefined || route.to !== undefined).map((route) => route.path));
  const shown = groupsFor(owner);
  expect(shown.map((group) => group.items.length).filter((items) => items === 0)).toEqual([]);
  expect(shown.flatMap((group) => group.items.map((item) => item.path)).filter((path) => !built.has(path))).toEqual([]);
  const unbuilt = navigation.filter((group) => group.items.every((item) => !built.has(item.path)));
  expect(shown.map((group) => group.id)).toEqual(navigation.filter((group) => !unbuilt.includes(group)).map((group) => group.id));
});

test("side-navigation: settings are lit at every settings area, also where its address does not say so", () => {
  for (const place of [...settingsNav.flatMap(({ path, also = [] }) => [path, ...also]), "/createOrEditService/1"])
    expect([place, groupAt(place, navigation)]).toEqual([place, "settings"]);
  expect(groupAt("/online_booking/requests", navigation)).not.toBe("settings");
});

test("side-navigation: settings lead to the first area that one's role opens, and are left out where it opens none", () => {
  const staff = (...held: (keyof typeof permissions)[]): SessionInfo => ({
    ...owner,
    employeeCategory: 0,
    permissions: new Set(held.map((name) => permissions[name])),
  });
  expect(settingsFor(owner)?.items[0]?.path).toBe("/setting/general");
  expect(settingsFor(staff("vanSettings"))?.items[0]?.path).toBe("/setting/van");
  expect(settingsFor(staff("viewCalendar"))).toBeUndefined();
});

test("side-navigation: narrow or expanded, and so it is after the page was loaded again", async () => {
  vi.stubGlobal("window", { localStorage: storage() });
  const expanded = async () => (await load()).useNavState.getState().expanded;
  expect(await expanded()).toBe(false);
  (await load()).toggleNav();
  expect(await expanded()).toBe(true);
  (await load()).toggleNav();
  expect(await expanded()).toBe(false);
});

test("side-navigation: a groomer of small rights is led to no page that has nothing for them", () => {
  const groomer = (...more: (keyof typeof permissions)[]): SessionInfo => ({
    ...owner,
    employeeCategory: 0,
    permissions: new Set(
      (["createAndEditTicket", "viewCalendar", "viewInvoice", "viewReports", "payrollReports", ...more] as const).map(
        (name) => permissions[name],
      ),
    ),
  });
  const labels = (who: SessionInfo) => groupsFor(who).flatMap(({ items }) => items.map(({ label }) => label));
  expect(labels(groomer())).not.toEqual(expect.arrayContaining(["Finance"]));
  expect(labels(groomer())).not.toEqual(expect.arrayContaining(["Storefront"]));
  for (const one of ["viewReportsWorkingLocations", "canAccessQuickBooks", "payrollReportsWorkingLocations"] as const)
    expect(labels(groomer(one))).toContain("Finance");
  expect(labels(groomer("onlineBookingSettings"))).toContain("Storefront");
});
