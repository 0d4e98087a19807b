import { useMutation } from "@connectrpc/connect-query";
import { type BookingRequest, BookingRequestService } from "@leashline/proto/leashline/online_booking/v1/booking_request_pb.js";
import { useQueryClient } from "@tanstack/react-query";
import { refreshDomains } from "../../../app/calls/refresh.ts";
import { messageOf } from "../../../ui/feedback/call-errors.ts";
import { confirm } from "../../../ui/feedback/confirm.ts";
import { toast } from "../../../ui/feedback/toast.ts";
import { isoToDay } from "../../../ui/format/dates.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { useGo } from "../../../ui/links/Link.tsx";
import { type Override, withConflicts } from "../../calendar/shared/conflicts/conflict.ts";
import type { Picked } from "../../calendar/shared/conflicts/FreeTimes.tsx";
import { unheardOf } from "./accept/unheard.ts";
import { bookAnyway } from "./proposals/proposal-words.ts";

export const asAsked = ({ startDate: date, startTime, staffId }: BookingRequest): Picked => ({ date, startTime, staffId });

/** With the day and the time at which a stay ends, or all the days of daycare. */
type PickedStay = Picked & { endDate?: string; endTime?: number; days?: readonly string[] };

/** Yes, as asked or at another time, or no. What stands in the way of a yes is left for the screen to show; `onDecided`: once it was decided here. */
export const useDecide = (request: BookingRequest, onDecided?: () => void) => {
  const { id } = request;
  const queries = useQueryClient();
  const format = useFormat();
  const go = useGo();
  const onSettled = () => refreshDomains(queries, "online_booking", "calendar");
  const accepting = useMutation(BookingRequestService.method.acceptBookingRequest, {
    meta: { quiet: true },
    onSettled,
    onSuccess: ({ bookingRequest: done }) => {
      onDecided?.();
      if (done && done.classId !== "0")
        return toast.success(done.classWaitlist ? "On the class’s waitlist" : "Accepted. The class has its pets");
      const when = done && `${format.shortDay(done.startDate)}, ${format.minutes(done.startTime)}`;
      toast.success(`Accepted. It is on the calendar${when ? ` for ${when}` : ""}`, {
        ...(done && { later: unheardOf(done, format, go) }),
      });
    },
  });
  const declining = useMutation(BookingRequestService.method.declineBookingRequest, {
    meta: { success: "Declined. The time is free again." },
    onSettled,
    onSuccess: () => onDecided?.(),
  });
  const waiting = useMutation(BookingRequestService.method.moveBookingRequestToWaitlist, {
    onSettled,
    // Whoever waits for a class comes onto the list a moment later, and is in the line of the class at once.
    onSuccess: ({ bookingRequest: done }) => {
      onDecided?.();
      toast.success(
        "Added to waitlist!",
        done?.classId === "0" ? { seconds: 8, go: { label: "Open the waitlist", run: () => go("/waitingList") } } : {},
      );
    },
  });
  const assigning = useMutation(BookingRequestService.method.autoAssignBookingRequest, {
    onSettled,
    onSuccess: ({ bookingRequest: one }) => {
      const places = one?.byDay || (one !== undefined && one.classId !== "0");
      const what = one?.endDate ? "The rooms are" : places ? "The places are" : "The time is";
      if (!one?.timeHeld) return toast.warning(`${what} free, but could not be held. Accept the request to book it.`);
      toast.success(one.endDate || places ? `${what} held.` : `${one.staffName || "Somebody"} is free then. ${what} held.`);
    },
  });
  const at = ({ date, startTime, staffId, endDate, endTime, days }: PickedStay) => ({
    ...{ id, startTime, staffId },
    ...(days ? { dates: days.flatMap((day) => isoToDay(day) ?? []) } : { startDate: isoToDay(date) }),
    ...(endDate && { endDate: isoToDay(endDate), endTime }),
  });
  /** What was proposed and may still be chosen is not let go of unasked. */
  const isMeant = async (time: Picked): Promise<boolean> => {
    const question = bookAnyway(request, time, format);
    return question === null || (await confirm(question));
  };
  /** Asks about what is in the way until it is accepted or left; false when it was left, or when a free time was chosen that goes into a form first. */
  const takeAt = async (picked: PickedStay, fillIn?: (chosen: Picked) => void): Promise<boolean> => {
    if (!(await isMeant(picked))) return false;
    try {
      const tryAt = async (move: Picked | undefined, override: Override | undefined) => {
        if (move && fillIn) return fillIn({ date: move.date, startTime: move.startTime, staffId: move.staffId });
        return await accepting.mutateAsync({ ...at(move ?? picked), ...(override && { override }) });
      };
      return Boolean(await withConflicts(({ override, moves }) => tryAt(moves.at(-1), override)));
    } catch (error) {
      toast.error(messageOf(error));
      return false;
    }
  };
  return {
    accept: async () => (await isMeant(asAsked(request))) && accepting.mutate({ id }),
    acceptAt: async (picked: Picked) => (await isMeant(picked)) && accepting.mutate(at(picked)),
    takeAt,
    decline: async (reason: string) => Boolean(await declining.mutateAsync({ id, reason }).catch(() => undefined)),
    toWaitlist: async (message: string) => Boolean(await waiting.mutateAsync({ id, message }).catch(() => undefined)),
    assign: () => assigning.mutate({ id }),
    pending: accepting.isPending || declining.isPending || waiting.isPending || assigning.isPending,
    error: accepting.error,
  };
};
