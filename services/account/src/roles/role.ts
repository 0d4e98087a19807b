import { type Caller, fail, permissionTable } from "@leashline/kit";
import { Permission as P } from "@leashline/proto/leashline/options/v1/permissions_pb.js";

export const allPermissions: readonly number[] = permissionTable.map((row) => row.id);

const known = new Set(allPermissions);

/** Each id once, in order; an id that is not in the catalogue is refused. */
export function permissionSet(ids: readonly number[]): number[] {
  const unknown = ids.find((id) => !known.has(id));
  if (unknown !== undefined) throw fail("PARAMS_INVALID", { field: "permissions", reason: `there is no permission ${unknown}` });
  return [...new Set(ids)].sort((a, b) => a - b);
}

/** Nobody gives away what they do not hold. */
export const mayGive = (caller: Pick<Caller, "permissions" | "via">, ids: readonly number[]): boolean => {
  const held = caller.permissions;
  return caller.via !== "" || held === "all" || ids.every((id) => held.includes(id));
};

export function mustGive(caller: Pick<Caller, "permissions" | "via">, ids: readonly number[]): void {
  if (!mayGive(caller, ids)) throw fail("NO_PERMISSION", { message: "You can only give permissions that you have yourself." });
}

const withoutOwnersBusiness: readonly number[] = [P.INTEGRATION_KEYS, P.CAN_ACCESS_QUICK_BOOKS, P.PAYMENT_SETTINGS];

const groomer = [
  P.CREATE_AND_EDIT_TICKET,
  P.VIEW_CALENDAR,
  P.EDIT_TICKET_COMMENT,
  P.VIEW_CLIENT_LIST,
  P.EDIT_CLIENT,
  P.VIEW_BOOKING_REQUESTS,
  P.VIEW_MESSAGE_CENTER,
  P.STAFF_SHIFT,
  P.CLOCK_IN_OUT,
  P.CLOCK_RECORDS,
  P.VIEW_REPORTS,
  P.PAYROLL_REPORTS,
  P.VIEW_INVOICE,
  P.SYNC_OWN_CALENDAR,
  P.VIEW_TASKS,
  P.EDIT_TASKS,
  P.CREATE_OR_EDIT_INCIDENT_REPORT,
];

const frontDesk = [
  ...groomer,
  P.CANCEL_OR_DELETE_TICKET,
  P.EDIT_APPOINTMENT_TIMES,
  P.MANAGE_BLOCKS,
  P.EDIT_TICKET,
  P.VIEW_CLIENTS_WORKING_LOCATIONS,
  P.VIEW_CLIENT_CONTACT,
  P.VIEW_BOOKING_REQUESTS_WORKING_LOCATIONS,
  P.MANAGE_BOOKING_REQUESTS,
  P.VIEW_ABANDONED_BOOKINGS,
  P.VIEW_ABANDONED_BOOKINGS_WORKING_LOCATIONS,
  P.VIEW_OWN_MESSAGES,
  P.VIEW_FULL_MESSAGE,
  P.STAFF_SHIFT_WORKING_LOCATIONS,
  P.CLOCK_IN_OUT_WORKING_LOCATIONS,
  P.COMPLETE_INVOICE,
  P.EXTRA_CHARGE,
  P.APPLY_DISCOUNT,
  P.TAKE_PAYMENT,
  P.ACCESS_MEMBERSHIP,
  P.CREATE_TASKS,
];

export type StarterRole = { name: string; permissions: number[]; isOwnerRole: boolean };

/** What every company begins with. */
export const starterRoles: readonly StarterRole[] = [
  { name: "Owner", permissions: [], isOwnerRole: true },
  { name: "Manager", permissions: allPermissions.filter((id) => !withoutOwnersBusiness.includes(id)), isOwnerRole: false },
  { name: "Groomer", permissions: permissionSet(groomer), isOwnerRole: false },
  { name: "Front desk", permissions: permissionSet(frontDesk), isOwnerRole: false },
];

export type RoleRow = { id: string; name: string; permissions: number[]; isOwnerRole: boolean; version: number; staffCount: number };
