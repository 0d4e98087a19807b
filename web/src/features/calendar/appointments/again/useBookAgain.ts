import { useQuery } from "@connectrpc/connect-query";
import { RebookingService } from "@leashline/proto/leashline/customer/v1/rebooking_service_pb.js";
import { useNavigate } from "react-router";
import { pathTo } from "../../../../app/routes/paths.ts";
import { dayToIso, isDay } from "../../../../ui/format/dates.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import type { Appointment } from "../../shared/types.ts";
import { isStay } from "../stay/StayFacts.tsx";
import { againOn } from "./again-on.ts";

/** Begins the booking of the same visit once more, when the client would come again. */
export const useBookAgain = (visit: Appointment): (() => Promise<void>) => {
  const { customerId } = visit;
  const navigate = useNavigate();
  const today = useFormat().now().date;
  const asking = { enabled: false, retry: false, meta: { quiet: true } };
  const { refetch } = useQuery(RebookingService.method.getCustomerGroomingFrequency, { customerId }, asking);
  return async () => {
    if (isStay(visit)) return void navigate(pathTo("/calendar/lodging", {}, { book: "1", customerId }));
    const days = (await refetch()).data?.frequency?.days ?? 0;
    const date = againOn(isDay(visit.appointmentDate) ? dayToIso(visit.appointmentDate) : today, days, today);
    await navigate(pathTo("/calendar/grooming", {}, { book: "1", customerId, date, again: visit.id }));
  };
};
