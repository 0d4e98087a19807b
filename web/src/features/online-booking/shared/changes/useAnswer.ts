import { useMutation } from "@connectrpc/connect-query";
import { type ChangeRequest, ChangeRequestService } from "@leashline/proto/leashline/online_booking/v1/change_request_pb.js";
import { useQueryClient } from "@tanstack/react-query";
import { refreshDomains } from "../../../../app/calls/refresh.ts";
import { messageOf } from "../../../../ui/feedback/call-errors.ts";
import { toast } from "../../../../ui/feedback/toast.ts";
import { isoToDay } from "../../../../ui/format/dates.ts";
import { withConflicts } from "../../../calendar/shared/conflicts/conflict.ts";

/** Yes or no to a change that a client asks for. Each answers whether it was done; what is in the way of a move is asked about. */
export const useAnswer = ({ appointmentId }: Pick<ChangeRequest, "appointmentId">) => {
  const queries = useQueryClient();
  const onSettled = () => refreshDomains(queries, "online_booking", "calendar");
  const accepting = useMutation(ChangeRequestService.method.acceptChangeRequest, { meta: { quiet: true }, onSettled });
  const declining = useMutation(ChangeRequestService.method.declineChangeRequest, {
    meta: { success: "Declined. The client gets a message." },
    onSettled,
  });
  const failed = (error: unknown): false => {
    toast.error(messageOf(error));
    return false;
  };
  return {
    accept: (more: { message: string; autoRefundOrder: boolean }): Promise<boolean> =>
      accepting.mutateAsync({ appointmentId, ...more }).then(() => {
        toast.success("Appointment canceled");
        return true;
      }, failed),
    moveTo: async (to: { date: string; startTime: number }, message: string): Promise<boolean> => {
      const moved = await withConflicts(({ override, moves }) => {
        const { date, startTime, staffId = "0" } = { ...to, ...moves.at(-1) };
        return accepting.mutateAsync({
          appointmentId,
          startDate: isoToDay(date),
          startTime,
          staffId,
          message,
          ...(override && { override }),
        });
      }, "Move").catch(failed);
      if (moved) toast.success("Appointment moved");
      return Boolean(moved);
    },
    decline: (message: string): Promise<boolean> =>
      declining.mutateAsync({ appointmentId, message }).then(
        () => true,
        () => false,
      ),
    pending: accepting.isPending || declining.isPending,
  };
};
