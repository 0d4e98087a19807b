import { useQuery } from "@connectrpc/connect-query";
import { StorefrontService } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import Skeleton from "@mui/material/Skeleton";
import { keepPreviousData } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { messageOf } from "../../ui/feedback/call-errors.ts";
import { useLate } from "../../ui/feedback/useLate.ts";
import { addDays, isoToDay } from "../../ui/format/dates.ts";
import { formatDuration } from "../../ui/format/duration.ts";
import { Icon } from "../../ui/icons.tsx";
import { missingFor, useDraft, weightOf } from "../draft.ts";
import { formatOf } from "../format.ts";
import { petsText, servicesText, sumText } from "../money.ts";
import { asksPlace } from "../place/place.ts";
import { StepFrame } from "../steps/StepFrame.tsx";
import type { Shop } from "../types.ts";
import { startText } from "./arrival.ts";
import { NextFree } from "./NextFree.tsx";
import { NothingThen } from "./NothingThen.tsx";
import { DAYS, DayRow, StaffRow, TimeButton } from "./TimeRows.tsx";
import { withHeld } from "./times.ts";
import { useHold } from "./useHold.ts";

/** A free day and time, held as soon as it is tapped. */
export const TimeStep = ({ shop }: { shop: Shop }) => {
  const draft = useDraft();
  const format = formatOf(shop);
  const [from, setFrom] = useState(draft.date && draft.date >= shop.firstDate ? draft.date : shop.firstDate);
  const hold = useHold(shop);
  const end = addDays(from, DAYS - 1);
  const until = shop.lastDate >= from && shop.lastDate < end ? shop.lastDate : end;
  const request = {
    bookOnlineName: shop.bookOnlineName,
    pets: draft.pets.map((pet) => ({ serviceIds: pet.serviceIds, breed: pet.breed, weight: weightOf(pet) })),
    staffId: draft.staffId,
    startDate: isoToDay(from),
    endDate: isoToDay(until),
  };
  const times = useQuery(StorefrontService.method.listAvailableTimes, request, {
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  const waiting = useLate(times.isPlaceholderData) || times.isPending;
  // Days of another week must not be taken for those that are shown while these are on their way.
  const own =
    draft.held && draft.date && draft.startTime !== undefined ? { date: draft.date, time: { startTime: draft.startTime } } : undefined;
  const days = withHeld(times.data?.days ?? [], times.data && own).filter((day) => day.date >= from && day.date <= until);
  // Nobody who chose no day is left on one that has just filled up.
  const chosen = draft.date && draft.date >= from && draft.date <= end ? draft.date : undefined;
  const date = chosen ?? days[0]?.date;
  const shown = days.find((day) => day.date === date)?.times ?? [];
  const facts = [
    servicesText(draft.pets, shop),
    times.data?.duration ? `about ${formatDuration(times.data.duration)}` : "",
    sumText(draft.pets, shop, draft.held?.staffId ?? draft.staffId),
  ]
    .filter(Boolean)
    .join(" · ");
  useEffect(() => void useDraft.setState({ wait: undefined }), []);
  const move = (by: number) => {
    setFrom(by < 0 && addDays(from, by) < shop.firstDate ? shop.firstDate : addDays(from, by));
    useDraft.setState({ date: undefined, startTime: undefined });
  };
  return (
    <StepFrame
      title={`What time works for ${petsText(draft.pets) || "you"}?`}
      lead={facts}
      onBack={() => useDraft.setState({ step: asksPlace(draft, shop) ? "place" : "pets" })}
      onNext={() => useDraft.setState({ step: "you" })}
      next={
        draft.startTime !== undefined && hold.left
          ? `Continue · ${startText(format, draft.startTime, shop.arrivalWindow)} held for ${hold.left}`
          : "Continue"
      }
      missing={missingFor(draft)}
      pending={hold.pending}
    >
      <Box sx={{ display: "flex", alignItems: "center", gap: 0.5 }}>
        <IconButton aria-label="Earlier days" disabled={from <= shop.firstDate} onClick={() => move(-DAYS)} edge="start">
          <Icon name="left" />
        </IconButton>
        <DayRow shop={shop} from={from} last={shop.lastDate} free={new Set(days.map((day) => day.date))} chosen={date} />
        <IconButton aria-label="Later days" disabled={end >= shop.lastDate} onClick={() => move(DAYS)} edge="end">
          <Icon name="right" />
        </IconButton>
      </Box>
      {shop.staff.length > 1 && <StaffRow shop={shop} />}
      {hold.conflict && <NextFree conflict={hold.conflict} shop={shop} onPick={hold.take} />}
      {times.isError && <Alert severity="error">{messageOf(times.error)}</Alert>}
      {waiting ? (
        <Skeleton variant="rounded" height={150} />
      ) : (
        <Box
          role="group"
          aria-label={date ? (shop.arrivalWindow ? `Arrive on ${format.longDay(date)}` : format.longDay(date)) : "Times"}
          sx={{ display: "grid", gridTemplateColumns: `repeat(${shop.arrivalWindow ? 2 : 3}, 1fr)`, gap: 1 }}
        >
          {shown.map((time) => (
            <TimeButton
              key={time.startTime}
              label={startText(format, time.startTime, shop.arrivalWindow)}
              chosen={draft.startTime === time.startTime && draft.date === date}
              onPick={() => date && hold.take({ date, startTime: time.startTime, staffId: draft.staffId })}
            />
          ))}
        </Box>
      )}
      {!waiting && !times.isError && days.length > 0 && shown.length === 0 && date && (
        <NothingThen shop={shop} date={date} staffId={draft.staffId} free={days.map((day) => day.date)} />
      )}
      {!waiting && !times.isError && days.length === 0 && (
        <Alert severity="info">
          Nothing is free on these days. See later days
          {shop.phoneNumber ? `, or call ${format.phone(shop.phoneNumber)}` : ""}.
        </Alert>
      )}
      {!waiting && (
        <Button onClick={toWait} sx={{ justifySelf: "start", minHeight: 44 }}>
          No time works for you? Join the waitlist
        </Button>
      )}
    </StepFrame>
  );
};

const toWait = () =>
  useDraft.setState({ step: "you", wait: "any", days: [], onlyDays: false, date: undefined, startTime: undefined, unkept: false });
