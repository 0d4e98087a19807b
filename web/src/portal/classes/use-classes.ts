import { useQuery } from "@connectrpc/connect-query";
import type { PortalClass } from "@leashline/proto/leashline/online_booking/v1/portal_file_pb.js";
import { PortalService } from "@leashline/proto/leashline/online_booking/v1/portal_pb.js";
import type { Session } from "../Home.tsx";

/** A class with a session that is to come. */
export const goesOn = ({ cancelled, sessions }: PortalClass): boolean => !cancelled && sessions.some(({ over }) => !over);

/** The classes in which their pets have a place; asked once for both parts of the page. */
export const useClasses = (session: Session) => useQuery(PortalService.method.getPortalClasses, { session }, { meta: { quiet: true } });
