import { useQuery } from "@connectrpc/connect-query";
import { type OfferedDay, StayBookingService } from "@leashline/proto/leashline/online_booking/v1/stay_booking_pb.js";
import Alert from "@mui/material/Alert";
import MenuItem from "@mui/material/MenuItem";
import Skeleton from "@mui/material/Skeleton";
import TextField from "@mui/material/TextField";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "../../ui/feedback/call-errors.ts";
import { addDays, isoToDay } from "../../ui/format/dates.ts";
import { Bill } from "../Bill.tsx";
import { useDraft } from "../draft.ts";
import { formatOf } from "../format.ts";
import { petsText, servicesText } from "../money.ts";
import { firstOf, monthOf } from "../stay/month.ts";
import { wishesOf } from "../stay/stay-values.ts";
import { StepFrame } from "../steps/StepFrame.tsx";
import type { Shop } from "../types.ts";
import { WaitInstead } from "../wait/WaitInstead.tsx";
import { DayMonth } from "./DayMonth.tsx";
import { type DayPlace, daysText, dropOffs, goneOf } from "./days.ts";

const SHOWN_DAYS = 61;
const NO_DROP_OFF = "These days have no drop-off time in common. Choose fewer days.";

/** The days on which they come; places are kept from when the request is sent. */
const DayStep = ({ shop }: { shop: Shop }) => {
  const draft = useDraft();
  const { days = [] } = draft;
  const [month, setMonth] = useState(monthOf(days[0] ?? shop.firstDate));
  const { places, known, span, times, start } = usePlaces(shop, month);
  const waits = draft.wait !== undefined;
  const choose = (next: readonly string[]) => useDraft.setState({ days: next, date: next[0], startTime: undefined });
  const gone = places.data && goneOf(days, known, span, waits);
  const missing =
    days.length === 0 ? "Choose the days" : gone ? goneText(gone, known, shop) : !waits && times.length === 0 ? NO_DROP_OFF : undefined;
  const ask = () => useDraft.setState({ date: days[0], startTime: undefined, held: undefined, step: "you" });
  const goOn = () => useDraft.setState({ date: days[0], startTime: start, unkept: true, held: undefined, step: "you" });
  return (
    <StepFrame
      title={`Which days for ${petsText(draft.pets) || "your pet"}?`}
      lead={servicesText(draft.pets, shop)}
      onBack={() => useDraft.setState({ step: "pets" })}
      onNext={waits ? ask : goOn}
      next={waits ? "Continue to the waitlist" : "Continue"}
      missing={missing}
    >
      {places.isError && <Alert severity="error">{messageOf(places.error)}</Alert>}
      {places.data ? (
        <DayMonth
          shop={shop}
          month={month}
          days={days}
          placeOn={(day) => known.get(day)}
          waits={waits}
          text={
            daysText({ days, startTime: waits || times.length === 0 ? undefined : start }, shop) ||
            "Choose one day or several. Days that are crossed out are full."
          }
          onMonth={setMonth}
          onChange={choose}
        />
      ) : (
        !places.isError && <Skeleton variant="rounded" height={320} />
      )}
      <WaitInstead waits={waits} what="days" />
      {!waits && times.length > 0 && (
        <TextField select label="Drop-off" value={start} onChange={({ target }) => useDraft.setState({ arrival: Number(target.value) })}>
          {times.map((minutes) => (
            <MenuItem key={minutes} value={minutes}>
              {formatOf(shop).minutes(minutes)}
            </MenuItem>
          ))}
        </TextField>
      )}
      {days.length > 0 && !waits && <Bill draft={draft} shop={shop} />}
    </StepFrame>
  );
};

const goneText = (day: string, known: ReadonlyMap<string, DayPlace>, shop: Shop): string => {
  const named = formatOf(shop).shortDay(day);
  return known.get(day)?.free === false ? `Daycare is full on ${named}` : `${named} can no longer be booked`;
};

/** The days of a month and of the next one, as far as they can be booked, for who comes at the drop-off that is chosen. */
function usePlaces(shop: Shop, month: string) {
  const draft = useDraft();
  const [, from = shop.firstDate] = [firstOf(month), shop.firstDate].sort();
  const span = { from, to: addDays(from, SHOWN_DAYS) };
  const chosenOf = (times: readonly number[]) => times.find((time) => time === draft.arrival) ?? times[0] ?? 0;
  // From when they can come on a day does not depend on the drop-off, which does depend on it.
  const first = useDays(shop, span, chosenOf(dropOffs(draft, shop)));
  const times = dropOffs(draft, shop, knownIn(first.data));
  const places = useDays(shop, span, chosenOf(times));
  return { places, known: knownIn(places.data), span, times, start: chosenOf(times) };
}

const knownIn = (data: { days: readonly OfferedDay[] } | undefined) => new Map(data?.days.map((one) => [one.date, one]));

function useDays(shop: Shop, { from, to }: { from: string; to: string }, startTime: number) {
  const draft = useDraft();
  const [startDate, endDate] = [isoToDay(from), isoToDay(to)];
  const asked = { bookOnlineName: shop.bookOnlineName, pets: wishesOf(draft), startTime };
  return useQuery(
    StayBookingService.method.getDaycareDays,
    { ...asked, ...(startDate && { startDate }), ...(endDate && { endDate }) },
    { placeholderData: keepPreviousData, meta: { quiet: true } },
  );
}

export default DayStep;
