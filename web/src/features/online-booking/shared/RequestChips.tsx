import { type BookingRequest, BookingRequestStatus } from "@leashline/proto/leashline/online_booking/v1/booking_request_pb.js";
import type { ClientPetsDiff } from "@leashline/proto/leashline/online_booking/v1/client_changes_pb.js";
import { useCan } from "../../../app/session/session.ts";
import { StatusChip } from "../../../ui/StatusChip.tsx";
import { useRequiredSigns } from "../../customer/shared/alerts/useRequiredSign.ts";
import { AreaChips } from "./area/AreaSaid.tsx";
import { PrepaidChip } from "./Prepaid.tsx";
import { heldText } from "./RequestWhen.tsx";
import { SignedChip } from "./signed/SignedText.tsx";

/** Others are not told what clients signed. */
const useSeesClients = (): boolean => [useCan("createAndEditTicket"), useCan("editClient"), useCan("viewClientList")].some(Boolean);

/** Whether what a request is about waits for a signature, where somebody asked for the whole page at once. */
export type Unsigned = (request: BookingRequest) => boolean;
type Props = { request: BookingRequest; diff: ClientPetsDiff | undefined; unsigned: Unsigned | undefined };

/** Of a request with an appointment it is about that, of another one about its client. */
export const useUnsigned = (requests: readonly BookingRequest[]): Unsigned | undefined => {
  const may = useSeesClients();
  const ids = (of: (request: BookingRequest) => string) => (may ? requests.map(of).filter((id) => id !== "0") : []);
  const waiting = useRequiredSigns(
    ids(({ appointmentId }) => appointmentId),
    ids(({ appointmentId, customerId }) => (appointmentId === "0" ? customerId : "0")),
  );
  return (
    waiting &&
    (({ appointmentId, customerId }) =>
      appointmentId === "0" ? waiting.customers.has(customerId) : waiting.appointments.has(appointmentId))
  );
};

/** What somebody should know of a request before they read it. */
export const RequestChips = ({ request, diff, unsigned }: Props) => {
  // What was signed with a request is the client's once it is accepted: until then the client may look as if it were missing.
  const isSigned = request.agreements.length > 0 && request.appointmentId === "0";
  const isUnsigned = !isSigned && unsigned?.(request);
  return (
    <>
      {request.late && <StatusChip tone="warn">Late</StatusChip>}
      {request.customerId === "0" && <StatusChip tone="info">New client</StatusChip>}
      {isUnsigned && <StatusChip tone="warn">Agreement not signed</StatusChip>}
      {!isUnsigned && <SignedChip request={request} />}
      <AreaChips {...request} />
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
