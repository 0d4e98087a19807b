import { afterEach, expect, test, vi } from "vitest";
import { defaultPreferences, type SessionInfo } from "../session.ts";
import { navigation, seenBy } from "./nav.ts";

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

test("side-navigation: its groups, of which everybody sees what their role opens", () => {
  expect(navigation.map((group) => group.id)).toEqual(
    expect.arrayContaining(["calendar", "loyalty", "insights", "payment", "finance", "marketing"]),
  );
  const owner: SessionInfo = {
    account: { id: "1", email: "a@b.co", firstName: "", lastName: "", phoneNumber: "", avatarPath: "" },
    businesses: [],
    employeeCategory: 1,
    permissions: new Set(),
    preferences: defaultPreferences,
  };
  const calendar = navigation.find((group) => group.id === "calendar");
  expect(calendar && seenBy(calendar, owner).items.map((item) => item.label)).toContain("Appointments");
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
