import { useMutation } from "@connectrpc/connect-query";
import { WaitlistOfferService } from "@leashline/proto/leashline/online_booking/v1/waitlist_offer_service_pb.js";
import { type WaitlistEntry, WaitlistOfferState } from "@leashline/proto/leashline/online_booking/v1/waitlist_pb.js";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { useQueryClient } from "@tanstack/react-query";
import { refreshDomains } from "../../../../app/calls/refresh.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { useStaffNames } from "../../../calendar/shared/useCalendar.ts";
import { isOffered, offerWords } from "./wait-names.ts";

type Props = { entry: WaitlistEntry; may: boolean };

/** The time that was offered to somebody who waits, and what became of it; what is open can be taken back. */
export const OfferPart = ({ entry, may }: Props) => {
  const { id, offer, classId } = entry;
  const format = useFormat();
  const names = useStaffNames();
  const queries = useQueryClient();
  const withdraw = useMutation(WaitlistOfferService.method.withdrawWaitlistOffer, {
    meta: { success: "Offer withdrawn" },
    onSettled: () => refreshDomains(queries, "online_booking"),
  });
  if (!offer || offer.state === WaitlistOfferState.ACCEPTED) return null;
  const open = isOffered(entry);
  const until = offer.endDate ? ` to ${format.shortDay(offer.endDate)}` : "";
  const from = classId === "0" ? "" : "a place from ";
  const when = [`${from}${format.shortDay(offer.date)}${until}, ${format.minutes(offer.startTime)}`, names.get(offer.staffId)]
    .filter(Boolean)
    .join(" with ");
  return (
    <Alert
      severity={open ? "success" : "info"}
      action={
        open &&
        may && (
          <Button color="inherit" loading={withdraw.isPending} onClick={() => withdraw.mutate({ waitListId: id })}>
            Take back
          </Button>
        )
      }
    >
      {offerWords[offer.state]}: {when}
      {open && `. Kept for them until ${format.instant(offer.answerUntil)}`}
    </Alert>
  );
};
