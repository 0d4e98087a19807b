import { OnlineBookingNotifyService } from "@leashline/proto/leashline/message/v1/online_booking_notify_service_pb.js";
import type { BookingRequest } from "@leashline/proto/leashline/online_booking/v1/booking_request_pb.js";
import { clientFor } from "../../../../app/calls/transport.ts";
import { pathTo } from "../../../../app/routes/paths.ts";
import type { Beside } from "../../../../ui/feedback/toast.ts";
import type { Format } from "../../../../ui/format/useFormat.ts";
import { hasHeard, whomOf } from "./heard.ts";

const notices = clientFor(OnlineBookingNotifyService);
const LOOK_MS = 1_500;

type Accepted = Pick<BookingRequest, "id" | "customerId" | "customer">;

/** That whoever asked was not told of the yes, or not yet; nothing where they were, or where that is not known soon. */
export const unheardOf = async (
  { id, customerId, customer }: Accepted,
  format: Pick<Format, "phone" | "time">,
  go: (path: string) => void,
): Promise<Beside | undefined> => {
  try {
    const how = await notices.getAcceptedMessage({ bookingRequestId: id }, { timeoutMs: LOOK_MS });
    const note = hasHeard(how, whomOf(customer, format), format.time);
    return note
      ? { note, go: { label: "Open the client", run: () => go(pathTo("/client/:customerId/overview", { customerId })) } }
      : undefined;
  } catch {
    return undefined;
  }
};
