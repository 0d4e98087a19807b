import { holds, type PermissionName } from "../../../../app/session/permissions.ts";
import { type SessionState, useSession } from "../../../../app/session/session.ts";

/** One's own hours need the narrowest level of "Working hours", those of others a wider one. */
export const maySetHours = (session: SessionState, staffId: string): boolean => {
  if (session.status !== "in") return false;
  const { employeeCategory = 0, permissions } = session;
  const may = (name: PermissionName) => holds({ employeeCategory, permissions }, name);
  return may("staffShiftWorkingLocations") || may("staffShiftAllLocations") || (session.staffId === staffId && may("staffShift"));
};

export const useMaySetHours = (staffId: string): boolean => useSession((session) => maySetHours(session, staffId));
