import { useMutation, useQuery } from "@connectrpc/connect-query";
import { OnlineBookingNotifyService } from "@leashline/proto/leashline/message/v1/online_booking_notify_service_pb.js";
import { BookingProposalService } from "@leashline/proto/leashline/online_booking/v1/booking_proposal_service_pb.js";
import type { BookingRequest } from "@leashline/proto/leashline/online_booking/v1/booking_request_pb.js";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { refreshDomains } from "../../../../app/calls/refresh.ts";
import { fieldErrors, messageOf } from "../../../../ui/feedback/call-errors.ts";
import { toast } from "../../../../ui/feedback/toast.ts";
import { isoToDay } from "../../../../ui/format/dates.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { nameOf, whomOf, willHear } from "../accept/heard.ts";
import { isSameTime, type Place, refusedOf, whyNotAdded, whyNotProposed } from "./proposal-words.ts";

/** Takes back what was proposed. */
export const useTakeBack = ({ id, endDate }: Pick<BookingRequest, "id" | "endDate">) => {
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation(BookingProposalService.method.withdrawBookingProposal, {
    meta: { success: `Taken back. The ${endDate ? "rooms" : "times"} are free again.` },
    onSettled: () => refreshDomains(queries, "online_booking", "calendar"),
  });
  return { takeBack: () => mutate({ id }), pending: isPending };
};

/** How the client would hear of other times; undefined until that is known. */
function useHears({ id, customer, endDate }: BookingRequest) {
  const format = useFormat();
  const { data } = useQuery(
    OnlineBookingNotifyService.method.getProposedMessage,
    { bookingRequestId: id },
    { meta: { quiet: true }, retry: false },
  );
  return (
    data && willHear({ ...data, switchedOff: false }, whomOf(customer, format), { what: endDate ? "stays" : "times", timeOf: format.time })
  );
}

/** Why nothing was proposed, and which of the times it was, where it was one of them. */
type Refusal = { readonly why: string; readonly time?: Place };

/** The times that are chosen to be proposed, and what keeps them from it. */
export const useProposal = (request: BookingRequest) => {
  const { id, customer } = request;
  const isStay = request.endDate !== "";
  const format = useFormat();
  const queries = useQueryClient();
  const { takeBack } = useTakeBack(request);
  const [times, setTimes] = useState<readonly Place[]>([]);
  const [note, setNote] = useState("");
  const [refusal, setRefusal] = useState<Refusal>();
  const change = (next: readonly Place[]) => {
    setRefusal(undefined);
    setTimes(next);
  };
  const hears = useHears(request);
  const { mutateAsync, isPending } = useMutation(BookingProposalService.method.proposeBookingTimes, {
    meta: { quiet: true },
    onSettled: () => refreshDomains(queries, "online_booking", "calendar"),
  });
  const propose = async (): Promise<boolean> => {
    setRefusal(undefined);
    try {
      const { bookingRequest: now } = await mutateAsync({
        ...{ id, note: note.trim() },
        ...(isStay
          ? { stays: times.map(({ date, endDate = "" }) => ({ startDate: isoToDay(date), endDate: isoToDay(endDate) })) }
          : { times: times.map(({ date, startTime, staffId }) => ({ date: isoToDay(date), startTime, staffId })) }),
      });
      const until = format.longInstant(now?.proposal?.answerUntil);
      toast.success(`Proposed to ${nameOf(customer)}. The ${isStay ? "rooms" : "times"} are kept until ${until}.`, { undo: takeBack });
      return true;
    } catch (error) {
      setRefusal({ why: messageOf(error), ...refusedOf(times, Object.keys(fieldErrors(error))) });
      return false;
    }
  };
  return {
    ...{ isStay, times, note, setNote, hears, propose, refusal, pending: isPending },
    /** Why nothing can be proposed at all; empty where something can. */
    why: whyNotProposed(request) || (hears && !hears.isTold ? hears.text : ""),
    whyNotAdded: (time: Place) => whyNotAdded(times, time, request),
    add: (time: Place) => change([...times, time]),
    remove: (time: Place) => change(times.filter((one) => !isSameTime(one, time))),
  };
};
