import { useQuery } from "@connectrpc/connect-query";
import { ClassHoldService, type ClientClass } from "@leashline/proto/leashline/calendar/v1/class_hold_service_pb.js";

const none: ClientClass[] = [];

/** The places that a client's pets have or had in classes; none where they cannot be seen. */
export const useClientClasses = (customerId: string): readonly ClientClass[] =>
  useQuery(
    ClassHoldService.method.getClientClasses,
    { customerId, allLocations: true },
    { enabled: customerId !== "", meta: { quiet: true } },
  ).data?.classes ?? none;
