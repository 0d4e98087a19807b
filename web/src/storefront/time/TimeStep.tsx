import { useQuery } from "@connectrpc/connect-query";
import { StorefrontService } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import ButtonBase from "@mui/material/ButtonBase";
import Chip from "@mui/material/Chip";
import IconButton from "@mui/material/IconButton";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { keepPreviousData } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { messageOf } from "../../ui/feedback/call-errors.ts";
import { useLate } from "../../ui/feedback/useLate.ts";
import { addDays, formatDay, isoToDay } from "../../ui/format/dates.ts";
import { formatDurationShort } from "../../ui/format/duration.ts";
import { Icon } from "../../ui/icons.tsx";
import { missingFor, useDraft } from "../draft.ts";
import { formatOf } from "../format.ts";
import { petsText, servicesText, sumText } from "../money.ts";
import { StepFrame } from "../StepFrame.tsx";
import type { Shop } from "../types.ts";
import { NextFree } from "./NextFree.tsx";
import { withHeld } from "./times.ts";
import { useHold } from "./useHold.ts";

const DAYS = 7;

/** A free day and time, held as soon as it is tapped. */
export const TimeStep = ({ shop }: { shop: Shop }) => {
  const draft = useDraft();
  const format = formatOf(shop);
  const [from, setFrom] = useState(draft.date && draft.date >= shop.firstDate ? draft.date : shop.firstDate);
  const hold = useHold(shop);
  const end = addDays(from, DAYS - 1);
  const [until = end] = [end, shop.lastDate].sort();
  const request = {
    bookOnlineName: shop.bookOnlineName,
    pets: draft.pets.map(({ serviceIds }) => ({ serviceIds })),
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
  const date = draft.date ?? days[0]?.date;
  const shown = days.find((day) => day.date === date)?.times ?? [];
  const facts = [
    servicesText(draft.pets, shop),
    times.data?.duration ? `about ${formatDurationShort(times.data.duration)}` : "",
    sumText(draft.pets, shop),
  ]
    .filter(Boolean)
    .join(" · ");
  useFollowFirstDay(days[0]?.date, draft.date, from, end);
  const move = (by: number) => {
    setFrom(by < 0 && addDays(from, by) < shop.firstDate ? shop.firstDate : addDays(from, by));
    useDraft.setState({ date: undefined, startTime: undefined });
  };
  return (
    <StepFrame
      title={`What time works for ${petsText(draft.pets) || "you"}?`}
      lead={facts}
      onBack={() => useDraft.setState({ step: "pets" })}
      onNext={() => useDraft.setState({ step: "you" })}
      next={draft.startTime !== undefined && hold.left ? `Continue · ${format.minutes(draft.startTime)} held for ${hold.left}` : "Continue"}
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
          aria-label={date ? format.longDay(date) : "Times"}
          sx={{ display: "grid", gridTemplateColumns: "repeat(3, 1fr)", gap: 1 }}
        >
          {shown.map((time) => (
            <TimeButton
              key={time.startTime}
              label={format.minutes(time.startTime)}
              chosen={draft.startTime === time.startTime && draft.date === date}
              onPick={() => date && hold.take({ date, startTime: time.startTime, staffId: draft.staffId })}
            />
          ))}
        </Box>
      )}
      {!waiting && !times.isError && days.length === 0 && (
        <Alert severity="info">
          Nothing is free on these days. See later days
          {shop.phoneNumber ? `, or call ${format.phone(shop.phoneNumber)}` : ""}.
        </Alert>
      )}
    </StepFrame>
  );
};

/** Shows the first day that has something, unless a day was chosen. */
const useFollowFirstDay = (first: string | undefined, chosen: string | undefined, from: string, end: string): void => {
  useEffect(() => {
    if (first && (!chosen || chosen < from || chosen > end)) useDraft.setState({ date: first });
  }, [first, chosen, from, end]);
};

const DayRow = ({
  shop,
  from,
  last,
  free,
  chosen,
}: {
  shop: Shop;
  from: string;
  last: string;
  free: Set<string>;
  chosen: string | undefined;
}) => (
  <Box
    role="group"
    aria-label="Days"
    sx={{ flex: 1, display: "grid", gridTemplateColumns: `repeat(${DAYS}, 1fr)`, gap: 0.625, textAlign: "center" }}
  >
    {Array.from({ length: DAYS }, (_, i) => addDays(from, i)).map((day) => {
      const on = day === chosen;
      return (
        <ButtonBase
          key={day}
          disabled={!free.has(day) || day > last}
          aria-pressed={on}
          aria-label={formatOf(shop).longDay(day)}
          onClick={() => useDraft.setState({ date: day, startTime: undefined })}
          sx={{
            display: "block",
            minHeight: 50,
            py: 0.75,
            borderRadius: 1.375,
            border: 1,
            borderColor: on ? "primary.main" : "line",
            bgcolor: on ? "primary.main" : "background.paper",
            color: on ? "primary.contrastText" : "text.primary",
            fontWeight: 600,
            lineHeight: 1.2,
            "&.Mui-disabled": { opacity: 0.45 },
          }}
        >
          <Box component="small" sx={{ display: "block", fontSize: "0.8rem", fontWeight: 500 }}>
            {formatDay(day, "ddd")}
          </Box>
          {Number(day.slice(8))}
        </ButtonBase>
      );
    })}
  </Box>
);

const StaffRow = ({ shop }: { shop: Shop }) => {
  const staffId = useDraft((draft) => draft.staffId);
  const pick = (id: string) => useDraft.setState({ staffId: id, startTime: undefined });
  return (
    <Box role="group" aria-label="With whom" sx={{ display: "flex", flexWrap: "wrap", gap: 0.75 }}>
      <Chip
        label="With anyone"
        color={staffId === "0" ? "primary" : "default"}
        variant={staffId === "0" ? "filled" : "outlined"}
        aria-pressed={staffId === "0"}
        onClick={() => pick("0")}
      />
      {shop.staff.map((one) => (
        <Chip
          key={one.staffId}
          label={one.firstName}
          color={staffId === one.staffId ? "primary" : "default"}
          variant={staffId === one.staffId ? "filled" : "outlined"}
          aria-pressed={staffId === one.staffId}
          onClick={() => pick(one.staffId)}
        />
      ))}
    </Box>
  );
};

const TimeButton = ({ label, chosen, onPick }: { label: string; chosen: boolean; onPick: () => void }) => (
  <ButtonBase
    aria-pressed={chosen}
    onClick={onPick}
    sx={{
      height: 46,
      borderRadius: 1.375,
      border: chosen ? 2 : 1,
      borderColor: chosen ? "primary.main" : "line",
      bgcolor: chosen ? "tone.accent.soft" : "background.paper",
      color: chosen ? "primary.main" : "text.primary",
      fontWeight: 600,
    }}
  >
    <Typography component="span" noWrap sx={{ fontWeight: 600 }}>
      {label}
    </Typography>
  </ButtonBase>
);
