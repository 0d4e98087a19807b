import { RebookingService } from "@leashline/proto/leashline/customer/v1/rebooking_service_pb.js";
import { clientFor } from "../../../../app/calls/transport.ts";
import { pathTo } from "../../../../app/routes/paths.ts";
import { dayToIso, isDay } from "../../../../ui/format/dates.ts";
import type { Appointment } from "../../shared/types.ts";
import { isStay } from "../stay/StayFacts.tsx";
import { againOn } from "./again-on.ts";

const rebooking = clientFor(RebookingService);

/** Where the same visit is booked once more: on the day the client would come again; the standard interval where theirs cannot be read. */
export async function bookAgainAt(visit: Appointment, today: string): Promise<string> {
  const { id, customerId, appointmentDate } = visit;
  if (isStay(visit)) return pathTo("/calendar/lodging", {}, { book: "1", customerId, again: id });
  const days = await rebooking.getCustomerGroomingFrequency({ customerId }).then(
    ({ frequency }) => frequency?.days ?? 0,
    () => 0,
  );
  const date = againOn(isDay(appointmentDate) ? dayToIso(appointmentDate) : today, days, today);
  return pathTo("/calendar/grooming", {}, { book: "1", customerId, date, again: id });
}
