import { useQuery } from "@connectrpc/connect-query";
import { StayBookingService } from "@leashline/proto/leashline/online_booking/v1/stay_booking_pb.js";
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
import { canBeChosen, daysText, dropOffs } from "./days.ts";

const SHOWN_DAYS = 61;

/** The days on which they come; places are kept from when the request is sent. */
const DayStep = ({ shop }: { shop: Shop }) => {
  const draft = useDraft();
  const { days = [] } = draft;
  const [month, setMonth] = useState(monthOf(days[0] ?? shop.firstDate));
  const times = dropOffs(draft, shop);
  const start = times.find((time) => time === draft.arrival) ?? times[0] ?? 0;
  const places = usePlaces(shop, month, start);
  const known = new Map(places.data?.days.map((one) => [one.date, one]));
  const waits = draft.wait !== undefined;
  const choose = (next: readonly string[]) => useDraft.setState({ days: next, date: next[0], startTime: undefined });
  const gone = days.find((day) => known.has(day) && !canBeChosen(known.get(day), waits));
  const missing = days.length === 0 ? "Choose the days" : gone && `Daycare is full on ${formatOf(shop).shortDay(gone)}`;
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
            daysText({ days, startTime: waits ? undefined : start }, shop) ||
            "Choose one day or several. Days that are crossed out are full."
          }
          onMonth={setMonth}
          onChange={choose}
        />
      ) : (
        !places.isError && <Skeleton variant="rounded" height={320} />
      )}
      <WaitInstead waits={waits} what="days" />
      {!waits && (
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

/** The days of a month and of the next one, as far as they can be booked. */
function usePlaces(shop: Shop, month: string, startTime: number) {
  const draft = useDraft();
  const [, first = shop.firstDate] = [firstOf(month), shop.firstDate].sort();
  const [startDate, endDate] = [isoToDay(first), isoToDay(addDays(first, SHOWN_DAYS))];
  const asked = { bookOnlineName: shop.bookOnlineName, pets: wishesOf(draft), startTime };
  return useQuery(
    StayBookingService.method.getDaycareDays,
    { ...asked, ...(startDate && { startDate }), ...(endDate && { endDate }) },
    { placeholderData: keepPreviousData, meta: { quiet: true } },
  );
}

export default DayStep;
