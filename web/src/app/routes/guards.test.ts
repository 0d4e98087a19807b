import { expect, test } from "vitest";
import { defaultPreferences } from "../../ui/format/preferences.ts";
import type { SessionInfo, SessionState } from "../session/session.ts";
import { decide } from "./guards.ts";
import type { AppRoute } from "./route-types.ts";
import { routes } from "./routes.ts";

const out: SessionState = { status: "out" };
const info: SessionInfo = {
  account: { id: "1", email: "a@b.co", firstName: "", lastName: "", phoneNumber: "", avatarPath: "" },
  businesses: [{ id: "3", name: "Maple", companyId: "2", companyName: "Maple" }],
  employeeCategory: 0,
  permissions: new Set<number>(),
  preferences: defaultPreferences,
};
const session = (more: Partial<SessionInfo> = {}): SessionState => ({ status: "in", ...info, ...more });
const chosen = { business: { id: "3", name: "Maple", companyId: "2", companyName: "Maple" } };
const ids = "?companyId=2&businessId=3";
const at = (path: string): AppRoute => routes.find((route) => route.path === path) as AppRoute;
const open = (path: string, state: SessionState, search = "", pathname = path) => decide(at(path), state, { pathname, search });

test("route-access-tiers", () => {
  expect(open("/home", session())).toEqual({ go: "/account?redirect=%2Fhome" });
  expect(open("/account", session())).toEqual({ show: "screen" });
  expect(open("/sign_in", out)).toEqual({ show: "screen" });
  expect(open("/home", session({ businesses: [] }))).toEqual({ go: "/business/new-company" });
});

test("routes-account: signed out goes to sign-in and comes back", () => {
  expect(open("/profile", out)).toEqual({ go: "/sign_in?redirect=%2Fprofile" });
  expect(open("/profile", session())).toEqual({ show: "screen" });
});

test("routes-anonymous: an agreement link opens without signing in", () => {
  expect(open("/agreement/sign/:encodeId/*", out, "", "/agreement/sign/abc")).toEqual({ show: "screen" });
});

test("query-missing-company-id: the ids are put into the address", () => {
  expect(open("/client", session(chosen), "?q=x")).toEqual({ go: "/client?q=x&companyId=2&businessId=3" });
  expect(open("/client", session(chosen), ids)).toEqual({ show: "screen" });
  expect(open("/client", out)).toEqual({ go: "/sign_in?redirect=%2Fclient" });
});

test("paths-outside-session: no redirect and no ids there", () => {
  expect(open("/payment/square/pos_callback", out)).toEqual({ show: "screen" });
  expect(open("/GoogleCalendarSync/auth", out)).toEqual({ show: "screen" });
  expect(open("/GoogleCalendarSync/auth", session(chosen))).toEqual({ show: "screen" });
});

test.each([
  ["route-perm-quickbooks", "/quickbook/activate", [704]],
  ["route-perm-staff-edit", "/setting/createOrEditStaff/:staffId?", [400]],
  ["route-perm-grooming-report", "/setting/editGroomingReport", [703]],
  ["route-perm-service-settings", "/createOrEditAddon", [701]],
  ["route-perm-service-settings", "/createOrEditServiceCharge", [701]],
  ["route-perm-lodging-settings", "/setting/lodging/:panel?", [702]],
  ["route-perm-add-lead", "/leads/add", [100]],
  ["route-perm-membership-list", "/membership/list/:type", [800, 801]],
])("%s: %s", (_, path, needed) => {
  const held = (permissions: number[], employeeCategory = 0) =>
    open(path, session({ ...chosen, permissions: new Set(permissions), employeeCategory }), ids);
  expect(held(needed)).toEqual({ show: "screen" });
  expect(held([], 1)).toEqual({ show: "screen" });
  for (const missing of needed) expect(held(needed.filter((id) => id !== missing))).toEqual({ show: "noAccess" });
});

test("every path stands once, and a substitute leads to a built screen", () => {
  const paths = routes.map((route) => route.path);
  expect(new Set(paths).size).toBe(paths.length);
  for (const route of routes) {
    expect(route.title).toMatch(/^\S/);
    expect(route.load && route.to).toBeFalsy();
  }
});
