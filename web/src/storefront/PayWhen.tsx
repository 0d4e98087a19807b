import { useQuery } from "@connectrpc/connect-query";
import { type PreviewBookingDepositResponse, StorefrontService } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import Typography from "@mui/material/Typography";
import { keepPreviousData } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { isoToDay } from "../ui/format/dates.ts";
import { visitorToken } from "./confirm/visitor.ts";
import { type Draft, weightOf } from "./draft.ts";
import { formatOf } from "./format.ts";
import { isByDay, isInClass, isStay, stayWishes } from "./stay/kind.ts";
import { stayOf } from "./stay/stay-values.ts";
import type { Shop } from "./types.ts";

const PayAhead = lazy(() => import("./pay/PayAhead.tsx"));

/** The days of what lies within one, as far as they are chosen: prices may depend on them. */
const datesOf = (draft: Draft): readonly string[] => {
  if (isStay(draft) || isInClass(draft)) return [];
  return isByDay(draft) ? (draft.days ?? []) : draft.date === undefined ? [] : [draft.date];
};

/** What the booking will ask for ahead, and what rules make of its prices. `always`: of a class too, which has no card with its request. */
export const useDeposit = (draft: Draft, shop: Shop, always = false) => {
  const times = isStay(draft) ? stayOf(draft, shop) : undefined;
  const asked = {
    bookOnlineName: shop.bookOnlineName,
    pets: stayWishes(draft.pets, weightOf),
    visitorToken: visitorToken(shop.bookOnlineName),
    ...(times && { times, lodgingTypeId: draft.lodgingTypeId ?? "0", holdToken: draft.held?.token ?? "" }),
    ...(isInClass(draft) && !draft.classWait && { classId: draft.classId || "0" }),
    ...(isByDay(draft) ? { days: draft.days?.length ?? 0 } : !times && { staffId: draft.held?.staffId ?? draft.staffId }),
    dates: datesOf(draft).flatMap((date) => isoToDay(date) ?? []),
  };
  return useQuery(StorefrontService.method.previewBookingDeposit, asked, {
    enabled: (always || !isInClass(draft)) && (!isStay(draft) || times !== undefined),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
};

/** When it is paid: a deposit first where one will be asked for. `alone`: with no price beside it, so that nothing is said but of a deposit. */
export const PayWhen = ({ draft, shop, alone = false }: { draft: Draft; shop: Shop; alone?: boolean }) => {
  const { data, isPending } = useDeposit(draft, shop);
  if (isInClass(draft)) return <InClass draft={draft} shop={shop} alone={alone} />;
  if (data?.payment)
    return (
      <Suspense>
        <PayAhead terms={data.payment} shop={shop} />
      </Suspense>
    );
  if (isPending || (alone && !data?.asked)) return null;
  if (!data?.asked) return <Said>You pay when you are here.</Said>;
  return (
    <Said strong>{`${depositWords(data, shop, "booking")}. We send you the page to pay it on; you pay the rest when you are here.`}</Said>
  );
};

const depositWords = ({ deposit }: PreviewBookingDepositResponse, shop: Shop, confirmed: string): string =>
  `A deposit${deposit ? ` of ${formatOf(shop).money(deposit)}` : ""} is asked for once your ${confirmed} is confirmed`;

const Said = ({ strong = false, children }: { strong?: boolean; children: string }) => (
  <Typography variant="body2" color={strong ? "textPrimary" : "textSecondary"} sx={{ mt: 0.5 }}>
    {children}
  </Typography>
);

const InClass = ({ draft, shop, alone }: { draft: Draft; shop: Shop; alone: boolean }) => {
  const { data, isPending } = useDeposit(draft, shop, !draft.classWait);
  if (draft.classWait) return alone ? null : <Said>You pay once there is a place.</Said>;
  if (isPending || (alone && !data?.asked)) return null;
  if (!data?.asked) return <Said>You pay when you are here.</Said>;
  return <Said strong>{`${depositWords(data, shop, "place")}; you pay the rest when you are here.`}</Said>;
};
