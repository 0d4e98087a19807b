import { useQuery } from "@connectrpc/connect-query";
import { PortalService } from "@leashline/proto/leashline/online_booking/v1/portal_pb.js";
import type { Session } from "./Home.tsx";

/** What the business has of them; asked once for all parts of the page. */
export const useFile = (session: Session) => useQuery(PortalService.method.getPortalFile, { session }, { meta: { quiet: true } });

/** The frame of one thing in a list. */
export const row = {
  p: 2,
  bgcolor: "background.paper",
  border: 1,
  borderColor: "line",
  borderRadius: 1.75,
  overflowWrap: "anywhere",
} as const;
