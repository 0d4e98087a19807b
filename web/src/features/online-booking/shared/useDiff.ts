import { useQuery } from "@connectrpc/connect-query";
import { type BookingRequest, BookingRequestStatus } from "@leashline/proto/leashline/online_booking/v1/booking_request_pb.js";
import { ClientChangesService, type ClientPetsDiff } from "@leashline/proto/leashline/online_booking/v1/client_changes_pb.js";

/** What a known client gave online and we have otherwise, and which vaccines are missing; nothing of a request that was declined. */
export const useDiff = ({ id, status }: BookingRequest): ClientPetsDiff | undefined => {
  const enabled = status !== BookingRequestStatus.DECLINED;
  return useQuery(ClientChangesService.method.getClientPetsDiff, { id }, { enabled, meta: { quiet: true } }).data?.diff;
};
