import { type BookingRequest, BookingRequestStatus } from "@leashline/proto/leashline/online_booking/v1/booking_request_pb.js";
import type { ClientPetsDiff } from "@leashline/proto/leashline/online_booking/v1/client_changes_pb.js";
import { useCan } from "../../../app/session/session.ts";
import { StatusChip } from "../../../ui/StatusChip.tsx";
import { useRequiredSign } from "../../customer/shared/alerts/useRequiredSign.ts";
import { PrepaidChip } from "./Prepaid.tsx";
import { heldText } from "./RequestWhen.tsx";

/** Others are not told what clients signed. */
export const useSeesClients = (): boolean => [useCan("createAndEditTicket"), useCan("editClient"), useCan("viewClientList")].some(Boolean);

/** `unsignedVisits`: of all appointments of the page those that wait for a signature, where somebody asked for all of them at once. */
type Props = { request: BookingRequest; diff: ClientPetsDiff | undefined; unsignedVisits: ReadonlySet<string> | undefined };

/** What somebody should know of a request before they read it. */
export const RequestChips = ({ request, diff, unsignedVisits }: Props) => {
  const told = request.appointmentId !== "0" ? unsignedVisits : undefined;
  const asked = useRequiredSign(useSeesClients() && !told ? request.customerId : "0", request.appointmentId);
  const unsigned = told ? told.has(request.appointmentId) : asked;
  return (
    <>
      {request.customerId === "0" && <StatusChip tone="info">New client</StatusChip>}
      {unsigned && <StatusChip tone="warn">Agreement not signed</StatusChip>}
      {request.outOfArea && <StatusChip tone="warn">Out of area</StatusChip>}
      <PrepaidChip request={request} />
      {diff && diff.changes.length > 0 && <StatusChip tone="warn">Updated</StatusChip>}
      {diff && diff.newPets.length > 0 && <StatusChip tone="info">New pet</StatusChip>}
      {diff && diff.vaccines.length > 0 && <StatusChip tone="warn">Vaccine</StatusChip>}
      {request.status === BookingRequestStatus.SUBMITTED && (
        <StatusChip tone={request.timeHeld ? "ok" : "warn"}>{heldText(request)}</StatusChip>
      )}
    </>
  );
};
