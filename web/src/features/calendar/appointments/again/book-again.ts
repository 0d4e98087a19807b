import { RebookingService } from "@leashline/proto/leashline/customer/v1/rebooking_service_pb.js";
import { clientFor } from "../../../../app/calls/transport.ts";
import { againOn, againPath } from "../../../customer/shared/again/again.ts";
import type { Appointment } from "../../shared/types.ts";
import { isStay } from "../stay/StayFacts.tsx";

const rebooking = clientFor(RebookingService);

/** Where the same visit is booked once more: on the day the client would come again; the standard interval where theirs cannot be read. */
export async function bookAgainAt(visit: Appointment, today: string): Promise<string> {
  const { id, customerId, appointmentDate } = visit;
  const had = { appointmentId: id, customerId, isStay: isStay(visit) };
  if (had.isStay) return againPath(had, today);
  const days = await rebooking.getCustomerGroomingFrequency({ customerId }).then(
    ({ frequency }) => frequency?.days ?? 0,
    () => 0,
  );
  return againPath(had, againOn(appointmentDate, days, today));
}
