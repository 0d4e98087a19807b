import { useQuery } from "@connectrpc/connect-query";
import { AppointmentWaitlistService } from "@leashline/proto/leashline/online_booking/v1/appointment_waitlist_service_pb.js";
import type { WaitlistEntry } from "@leashline/proto/leashline/online_booking/v1/waitlist_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { dayToIso, isDay } from "../../../../ui/format/dates.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { DateField } from "../../../../ui/inputs/DateField.tsx";
import { TimeField } from "../../../../ui/inputs/TimeField.tsx";
import { AppointmentDrawer } from "../../../calendar/shared/AppointmentDrawer.tsx";
import type { Picked } from "../../../calendar/shared/conflicts/FreeTimes.tsx";
import { StaffSelect } from "../../../calendar/shared/StaffSelect.tsx";
import { NO_STAFF } from "../../../calendar/shared/types.ts";
import { useStaff, useStaffNames } from "../../../calendar/shared/useCalendar.ts";
import { OfferButton } from "../offers/OfferButton.tsx";
import { familyOf } from "../waitlist/wait-draft.ts";
import { isSamePlace, startOf, useBegun } from "./book-start.ts";
import { useBookWaiting } from "./useBookWaiting.ts";

/** The free times that suit somebody who waits, or another one. */
export const BookWaiting = ({ entry, onClose, onBooked }: { entry: WaitlistEntry; onClose: () => void; onBooked: () => void }) => {
  const format = useFormat();
  const names = useStaffNames();
  const people = useStaff();
  const staff = people.data?.staff ?? [];
  const { book, pending } = useBookWaiting();
  const { free, asking } = useFree(entry);
  const start = startOf(entry, { free, today: format.now().date, someone: staff[0]?.staffId });
  const begun = useBegun(asking || people.isPending ? undefined : start);
  const [picked, setPicked] = useState<Picked>();
  const to = picked ?? begun ?? start;
  const ready = (picked ?? begun) !== undefined;
  const set = (change: Partial<Picked>) => setPicked({ ...to, ...change });
  const stay = familyOf(entry.careType) === "stays";
  const nights = entry.datePreference?.nights ?? 0;
  const save = async () => {
    const done = await book(entry, stay ? { ...to, staffId: NO_STAFF } : to);
    if (done) onBooked();
    return done;
  };
  return (
    <AppointmentDrawer
      title={entry.appointmentId === "0" ? "Book from the waitlist" : "Move their appointment"}
      label={entry.appointmentId === "0" ? "Book" : "Move"}
      ready={ready}
      pending={pending}
      dirty={false}
      save={save}
      onClose={onClose}
    >
      <FreeForThem free={free} asking={asking} picked={to} onPick={setPicked} names={names} />
      {!stay && ready && <OfferButton entry={entry} place={to} />}
      <DateField label={stay ? "Drop-off day" : "Day"} value={to.date} onChange={(date) => date && set({ date })} />
      <TimeField
        label="Start"
        value={to.startTime}
        onChange={(startTime) => startTime !== undefined && set({ startTime })}
        helperText={
          stay
            ? `${Math.max(1, nights)} ${nights > 1 ? "nights" : "night"}`
            : `Until ${format.minutes(Math.min(1440, to.startTime + entry.duration))}`
        }
      />
      {!stay && <StaffSelect label="Staff" staff={staff} value={to.staffId} onChange={(staffId) => set({ staffId })} />}
    </AppointmentDrawer>
  );
};

type Free = {
  /** Undefined where they are not known. */
  free: readonly Picked[] | undefined;
  asking: boolean;
};

/** The free times that suit them. */
const useFree = (entry: WaitlistEntry): Free => {
  const asked = { waitListIds: [entry.id] };
  const times = useQuery(AppointmentWaitlistService.method.findWaitlistTimes, asked, { meta: { quiet: true } });
  const { data, isPending, isFetching, isFetchedAfterMount } = times;
  const free = data?.places.map(({ date, staffId, startTime }) => ({ date: isDay(date) ? dayToIso(date) : "", staffId, startTime }));
  return { free, asking: isPending || (isFetching && !isFetchedAfterMount) };
};

type FreeProps = Free & {
  picked: Picked;
  names: ReadonlyMap<string, string>;
  onPick: (picked: Picked) => void;
};

const FreeForThem = ({ free, asking, picked, names, onPick }: FreeProps) => {
  const format = useFormat();
  if (asking) return <Skeleton variant="rounded" height={40} />;
  if (!free) return <Typography color="textSecondary">Their free times could not be loaded. You can still pick a time.</Typography>;
  if (free.length === 0)
    return (
      <Typography color="textSecondary">Nothing that works for them is free in the next seven days. You can still pick a time.</Typography>
    );
  return (
    <Box role="group" aria-label="Free times that suit them" sx={{ display: "flex", gap: 1, flexWrap: "wrap" }}>
      {free.map((place) => {
        const on = isSamePlace(place, picked);
        return (
          <Button
            key={`${place.date}-${place.staffId}-${place.startTime}`}
            variant={on ? "contained" : "outlined"}
            aria-pressed={on}
            sx={{ whiteSpace: "normal", textAlign: "left", minWidth: 0 }}
            onClick={() => onPick(place)}
          >
            {[format.shortDay(place.date), format.minutes(place.startTime), names.get(place.staffId)].filter(Boolean).join(" · ")}
          </Button>
        );
      })}
    </Box>
  );
};
