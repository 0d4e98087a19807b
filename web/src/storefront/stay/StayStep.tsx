import { useQuery } from "@connectrpc/connect-query";
import { StayBookingService } from "@leashline/proto/leashline/online_booking/v1/stay_booking_pb.js";
import Alert from "@mui/material/Alert";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { keepPreviousData } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { messageOf } from "../../ui/feedback/call-errors.ts";
import { isoToDay } from "../../ui/format/dates.ts";
import { plural } from "../../ui/format/text.ts";
import { missingFor, useDraft } from "../draft.ts";
import { petsText, servicesText } from "../money.ts";
import { StepFrame } from "../steps/StepFrame.tsx";
import type { Shop } from "../types.ts";
import { WaitInstead } from "../wait/WaitInstead.tsx";
import { MonthGrid } from "./MonthGrid.tsx";
import { asIfFree, mayLeave, monthOf, nextOpen, pressed, reachOf, shownFrom } from "./month.ts";
import { RoomTypes } from "./RoomTypes.tsx";
import StayBill from "./StayBill.tsx";
import { StayTimes } from "./StayTimes.tsx";
import { firstArrival, nightsText, stayText, wishesOf } from "./stay-values.ts";
import { useStayHold } from "./useStayHold.ts";

/** The nights, held as soon as both days are chosen, and what they cost. */
const StayStep = ({ shop }: { shop: Shop }) => {
  const draft = useDraft();
  const hold = useStayHold(shop);
  const times = useRef<HTMLDivElement>(null);
  const [picked, setMonth] = useState(draft.date && monthOf(draft.date));
  const firstDay = firstArrival(shop);
  const [opened, setOpened] = useState(monthOf([shop.firstDate, firstDay].toSorted()[1] ?? firstDay));
  const month = picked ?? opened;
  const nights = useNights(shop, month);
  const limits = { min: shop.stays?.minNights ?? 1, max: shop.stays?.maxNights ?? 30 };
  const known = new Map(nights.data?.nights.map((night) => [night.date, night]));
  const earliest = (day = "") => known.get(day)?.earliestStart ?? 0;
  const waits = draft.wait !== undefined;
  const choosable = waits ? asIfFree(known) : known;
  const further = picked || nights.isPlaceholderData ? undefined : nextOpen(month, choosable, { earliest: firstDay, last: shop.lastDate });
  useEffect(() => {
    if (further) setOpened(further);
  }, [further]);
  const press = (day: string) => {
    const range = pressed({ from: draft.date, to: draft.endDate }, day, (from, to) => mayLeave(choosable, from, to, limits));
    const arrival = draft.arrival !== undefined && draft.arrival < earliest(range.from) ? undefined : draft.arrival;
    // From here on nothing turns the page away from what was pressed.
    setMonth(month);
    useDraft.setState({ date: range.from, endDate: range.to, startTime: undefined, arrival });
    if (!range.to || waits) return;
    hold.keep();
    // On a phone they lie behind the bar at the foot.
    times.current?.scrollIntoView({ block: "nearest" });
  };
  const change = (next: Partial<Pick<typeof draft, "lodgingTypeId" | "arrival" | "endTime">>) => {
    useDraft.setState({ ...next, startTime: undefined });
    if (draft.endDate) hold.keep();
  };
  const chosen = draft.startTime !== undefined && hold.left;
  return (
    <StepFrame
      title={`Which nights for ${petsText(draft.pets) || "your pet"}?`}
      lead={[servicesText(draft.pets, shop), lengthText(limits)].filter(Boolean).join(" · ")}
      onBack={() => useDraft.setState({ step: "pets" })}
      onNext={() => useDraft.setState({ step: "you" })}
      next={waits ? "Continue to the waitlist" : chosen ? `Continue · held for ${hold.left}` : "Continue"}
      missing={missingFor(draft)}
      pending={hold.pending && !waits}
    >
      {!waits && (
        <RoomTypes
          shop={shop}
          types={nights.data?.roomTypes ?? []}
          value={draft.lodgingTypeId ?? "0"}
          onPick={(lodgingTypeId) => change({ lodgingTypeId })}
        />
      )}
      {nights.isError && <Alert severity="error">{messageOf(nights.error)}</Alert>}
      {nights.data ? (
        <MonthGrid
          shop={shop}
          month={month}
          nights={known}
          range={{ from: draft.date, to: draft.endDate }}
          limits={limits}
          waits={waits}
          onMonth={setMonth}
          onPress={press}
        />
      ) : (
        !nights.isError && <Skeleton variant="rounded" height={320} />
      )}
      {hold.refused && <Alert severity="warning">{hold.refused}</Alert>}
      <Typography color="textSecondary" aria-live="polite">
        {(waits ? nightsText(draft, shop) : stayText(draft, shop)) ||
          (draft.date ? "Now choose the day they go home." : "Choose the day they come. Nights that are crossed out are full.")}
      </Typography>
      <WaitInstead waits={waits} what="nights" onSwitch={hold.forget} />
      {shop.stays && !waits && <StayTimes ref={times} shop={shop} earliest={earliest(draft.date)} onChange={change} />}
      {draft.endDate && !waits && <StayBill shop={shop} holding={hold.pending} />}
    </StepFrame>
  );
};

const lengthText = ({ min, max }: { min: number; max: number }): string =>
  min > 1 ? `${min} to ${plural(max, "night")}` : `up to ${plural(max, "night")}`;

/** The nights of a month and some beside it, as far as they can be booked; from the day they come on, where that lies in an earlier month. */
function useNights(shop: Shop, month: string) {
  const draft = useDraft();
  const first = shownFrom(month, draft, { firstDate: shop.firstDate, most: shop.stays?.maxNights ?? 30 });
  const [startDate, endDate] = [isoToDay(first), isoToDay(reachOf(month, first))];
  return useQuery(
    StayBookingService.method.getStayNights,
    {
      bookOnlineName: shop.bookOnlineName,
      pets: wishesOf(draft),
      ...(startDate && { startDate }),
      ...(endDate && { endDate }),
      lodgingTypeId: draft.lodgingTypeId ?? "0",
      holdToken: draft.held?.token ?? "",
    },
    { placeholderData: keepPreviousData, meta: { quiet: true } },
  );
}

export default StayStep;
