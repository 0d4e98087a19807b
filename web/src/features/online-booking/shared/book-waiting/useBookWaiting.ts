import { useMutation } from "@connectrpc/connect-query";
import { AppointmentWaitlistService } from "@leashline/proto/leashline/online_booking/v1/appointment_waitlist_service_pb.js";
import type { WaitlistEntry } from "@leashline/proto/leashline/online_booking/v1/waitlist_pb.js";
import { WaitlistService } from "@leashline/proto/leashline/online_booking/v1/waitlist_service_pb.js";
import { useQueryClient } from "@tanstack/react-query";
import { refreshDomains } from "../../../../app/calls/refresh.ts";
import { messageOf } from "../../../../ui/feedback/call-errors.ts";
import { toast } from "../../../../ui/feedback/toast.ts";
import { isoToDay } from "../../../../ui/format/dates.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { withConflicts } from "../../../calendar/shared/conflicts/conflict.ts";
import type { Picked } from "../../../calendar/shared/conflicts/FreeTimes.tsx";
import { familyOf } from "../waitlist/wait-draft.ts";

/** Books somebody who waits, through the calendar: it asks about what is in the way. True once they are booked. */
export const useBookWaiting = () => {
  const queries = useQueryClient();
  const format = useFormat();
  const options = { meta: { quiet: true }, onSettled: () => refreshDomains(queries, "online_booking", "calendar") };
  const time = useMutation(AppointmentWaitlistService.method.rescheduleFromWaitlist, options);
  const stay = useMutation(WaitlistService.method.bookWaitlist, options);
  const book = async ({ id, careType, classId, petList }: WaitlistEntry, picked: Picked): Promise<boolean> => {
    const stays = familyOf(careType) === "stays";
    try {
      const done = await withConflicts<object>(({ override, moves }) => {
        const { date, startTime, staffId } = moves.at(-1) ?? picked;
        const wanted = { id, date: isoToDay(date), startTime, staffId, ...(override && { override }) };
        return stays ? stay.mutateAsync(wanted) : time.mutateAsync(wanted);
      });
      if (!done) return false;
      const when = `${format.shortDay(picked.date)}, ${format.minutes(picked.startTime)}`;
      toast.success(classId === "0" ? `Booked for ${when}` : `${petList[0]?.petName ?? "The pet"} is in the class`);
      return true;
    } catch (error) {
      toast.error(messageOf(error));
      return false;
    }
  };
  return { book, pending: time.isPending || stay.isPending };
};
