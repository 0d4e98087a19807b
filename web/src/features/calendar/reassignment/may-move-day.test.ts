import { expect, test } from "vitest";
import { type PermissionName, permissions } from "../../../app/session/permissions.ts";
import type { SessionState } from "../../../app/session/session.ts";
import { defaultPreferences } from "../../../ui/format/preferences.ts";
import { mayMoveDays } from "./may-move-day.ts";

const [me, colleague] = ["7", "8"];
const who = (employeeCategory: number, ...held: PermissionName[]): SessionState => ({
  status: "in",
  account: { id: "1", email: "", firstName: "", lastName: "", phoneNumber: "", avatarPath: "" },
  businesses: [],
  staffId: me,
  employeeCategory,
  permissions: new Set(held.map((name) => permissions[name])),
  preferences: defaultPreferences,
});

test.each([
  ["an owner", who(1), { [me]: true, [colleague]: true }],
  ["a groomer who books", who(0, "createAndEditTicket", "viewClientList"), { [me]: true, [colleague]: false }],
  [
    "a groomer with others' appointments and only their own clients",
    who(0, "createAndEditTicket", "editTicket", "viewClientList"),
    { [me]: true, [colleague]: false },
  ],
  ["a front desk", who(0, "createAndEditTicket", "editTicket", "viewClientsWorkingLocations"), { [me]: true, [colleague]: true }],
  ["a manager of all locations", who(0, "editTicket", "viewClientsAllLocations"), { [me]: true, [colleague]: true }],
  ["somebody who only looks", who(0, "viewCalendar"), { [me]: false, [colleague]: false }],
  ["nobody", { status: "out" } as SessionState, { [me]: false, [colleague]: false }],
])("%s gives away the days the server lets them", (_, session, expected) => {
  const may = mayMoveDays(session);
  expect({ [me]: may(me), [colleague]: may(colleague) }).toEqual(expected);
});
