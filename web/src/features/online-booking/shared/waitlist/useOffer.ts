import { useMutation } from "@connectrpc/connect-query";
import { WaitlistOfferService } from "@leashline/proto/leashline/online_booking/v1/waitlist_offer_service_pb.js";
import { type WaitlistEntry, WaitlistOfferState } from "@leashline/proto/leashline/online_booking/v1/waitlist_pb.js";
import { useQueryClient } from "@tanstack/react-query";
import { refreshDomains } from "../../../../app/calls/refresh.ts";
import { messageOf } from "../../../../ui/feedback/call-errors.ts";
import { toast } from "../../../../ui/feedback/toast.ts";
import { isoToDay } from "../../../../ui/format/dates.ts";
import type { Picked } from "../../../calendar/shared/conflicts/FreeTimes.tsx";
import { NO_STAFF } from "../../../calendar/shared/types.ts";

/** Whether a time can be offered to somebody: rooms and days of daycare cannot, nor a second time while one is open. */
export const isOfferable = ({ duration, customerInfo, offer }: WaitlistEntry, { staffId }: Picked): boolean =>
  duration > 0 && !customerInfo?.isDeleted && staffId !== NO_STAFF && offer?.state !== WaitlistOfferState.OPEN;

/** Keeps a time for somebody who waits and writes to them. */
export const useOffer = () => {
  const queries = useQueryClient();
  const { mutateAsync, isPending } = useMutation(WaitlistOfferService.method.createWaitlistOffer, {
    meta: { quiet: true },
    onSettled: () => refreshDomains(queries, "online_booking", "calendar"),
  });
  const offer = async ({ id }: WaitlistEntry, { date, startTime, staffId }: Picked, minutes: number): Promise<void> => {
    try {
      await mutateAsync({ waitListId: id, date: isoToDay(date), startTime, staffId, minutes });
      toast.success("Offered: we write to them, and the time is kept until they answer");
    } catch (error) {
      toast.error(messageOf(error));
    }
  };
  return { offer, pending: isPending };
};
