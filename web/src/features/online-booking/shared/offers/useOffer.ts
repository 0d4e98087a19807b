import { useMutation } from "@connectrpc/connect-query";
import { WaitlistOfferService } from "@leashline/proto/leashline/online_booking/v1/waitlist_offer_service_pb.js";
import type { WaitlistEntry } from "@leashline/proto/leashline/online_booking/v1/waitlist_pb.js";
import { useQueryClient } from "@tanstack/react-query";
import { refreshDomains } from "../../../../app/calls/refresh.ts";
import { messageOf } from "../../../../ui/feedback/call-errors.ts";
import { toast } from "../../../../ui/feedback/toast.ts";
import { isoToDay } from "../../../../ui/format/dates.ts";
import type { Picked } from "../../../calendar/shared/conflicts/FreeTimes.tsx";
import { NO_STAFF } from "../../../calendar/shared/types.ts";
import { isOffered } from "../waitlist/wait-names.ts";

/** Rooms, days of daycare and places in a class are nobody's time. */
const isTimed = ({ careType, classId }: WaitlistEntry): boolean => careType !== "BOARDING" && careType !== "DAYCARE" && classId === "0";

/** Whether a time can be offered to somebody: not one of nobody, nor a second while one is open. */
export const isOfferable = (entry: WaitlistEntry, { staffId }: Picked): boolean =>
  (!isTimed(entry) || (entry.duration > 0 && staffId !== NO_STAFF)) && !entry.customerInfo?.isDeleted && !isOffered(entry);

/** Keeps a time for somebody who waits and writes to them. */
export const useOffer = () => {
  const queries = useQueryClient();
  const { mutateAsync, isPending } = useMutation(WaitlistOfferService.method.createWaitlistOffer, {
    meta: { quiet: true },
    onSettled: () => refreshDomains(queries, "online_booking", "calendar"),
  });
  const offer = async (entry: WaitlistEntry, { date, startTime, staffId }: Picked, minutes: number): Promise<void> => {
    const asked = { waitListId: entry.id, date: isoToDay(date), startTime, staffId: isTimed(entry) ? staffId : "0", minutes };
    try {
      const offered = await mutateAsync(asked).catch(async (error) => {
        const { offerAnyway } = await import("./offer-anyway.ts");
        return (await offerAnyway(error)) ? await mutateAsync({ ...asked, althoughLacking: true }) : undefined;
      });
      if (!offered) return;
      toast.success(`Offered: we write to them, and the ${entry.classId === "0" ? "time" : "place"} is kept until they answer`);
    } catch (error) {
      toast.error(messageOf(error));
    }
  };
  return { offer, pending: isPending };
};
