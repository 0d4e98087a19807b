import { ClockService } from "@leashline/proto/leashline/account/v1/clock_service_pb.js";
import { toast } from "../../ui/feedback/toast.ts";
import { clientFor } from "../calls/transport.ts";
import { signedIn } from "../session/session.ts";

/** Says who clocked in or out. Asked and not told with the notice, so that only those learn it who may. */
export const tellClocked = async (staffIds: readonly string[]): Promise<void> => {
  const { statuses } = await clientFor(ClockService).listClockStatuses({});
  for (const one of statuses) {
    if (!staffIds.includes(one.staffId) || one.staffId === signedIn()?.staffId) continue;
    toast.info(`${`${one.firstName} ${one.lastName}`.trim()} clocked ${one.isClockIn ? "in" : "out"}`);
  }
};
