import { holds, type PermissionName } from "../../../app/session/permissions.ts";
import { type SessionState, useSession } from "../../../app/session/session.ts";

/**
 * Whose days somebody may give away, as the server would let them: their own with the permission to book; those of others with the permission for other
 * staff's appointments, where they reach other people's clients too. Answers whether somebody's day is one of these.
 */
export const mayMoveDays = (session: SessionState): ((staffId: string) => boolean) => {
  if (session.status !== "in") return () => false;
  const { employeeCategory = 0, permissions } = session;
  const may = (name: PermissionName) => holds({ employeeCategory, permissions }, name);
  const reachesOthers = may("viewClientsWorkingLocations") || may("viewClientsAllLocations");
  const ofOthers = may("editTicket") && reachesOthers;
  const own = ofOthers || may("createAndEditTicket");
  return (staffId) => (staffId === session.staffId ? own : ofOthers);
};

export const useMayMoveDay = (): ((staffId: string) => boolean) => mayMoveDays(useSession());
