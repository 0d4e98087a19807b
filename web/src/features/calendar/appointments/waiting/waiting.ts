import { useQuery } from "@connectrpc/connect-query";
import { AppointmentWaitlistService } from "@leashline/proto/leashline/online_booking/v1/appointment_waitlist_service_pb.js";
import type { Appointment } from "../../shared/types.ts";

/** Whether somebody on the waitlist would fit: then the panel stays and offers the time to them. */
export const useIsWaitedFor = (appointmentId: string): (() => Promise<boolean>) => {
  const asking = { enabled: false, retry: false, meta: { quiet: true } };
  const { refetch } = useQuery(AppointmentWaitlistService.method.listWaitingForGap, { appointmentId }, asking);
  return async () => ((await refetch()).data?.matches.length ?? 0) > 0;
};

/** What the client of an appointment waits for besides it. */
export const wishOf = ({ customerId, petServiceList }: Appointment, name: string) => ({
  client: { customerId, name },
  lines: petServiceList.filter(({ addOn }) => !addOn).map(({ petId, serviceId }) => ({ petId, serviceId })),
});
