import { useQuery } from "@connectrpc/connect-query";
import { StayBookingService } from "@leashline/proto/leashline/online_booking/v1/stay_booking_pb.js";
import { keepPreviousData } from "@tanstack/react-query";
import { visitorToken } from "../confirm/visitor.ts";
import { useDraft } from "../draft.ts";
import type { Shop } from "../types.ts";
import { stayOf, wishesOf } from "./stay-values.ts";

/** What the stay comes to, part by part, as it will be booked; not asked while its rooms are being held, which may be others. */
export const useQuote = (shop: Shop, holding: boolean) => {
  const draft = useDraft();
  const times = stayOf(draft, shop);
  const { bookOnlineName } = shop;
  const rooms = { lodgingTypeId: draft.lodgingTypeId ?? "0", holdToken: draft.held?.token ?? "" };
  const asked = { bookOnlineName, pets: wishesOf(draft), visitorToken: visitorToken(bookOnlineName), ...rooms, ...(times && { times }) };
  return useQuery(StayBookingService.method.quoteStay, asked, {
    enabled: times !== undefined && !holding,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
};
