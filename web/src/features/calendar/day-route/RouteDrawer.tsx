import { useMutation, useQuery } from "@connectrpc/connect-query";
import { BatchAct, BatchService } from "@leashline/proto/leashline/calendar/v1/batch_service_pb.js";
import { DayRouteService, type PlanDayRouteResponse } from "@leashline/proto/leashline/calendar/v1/day_route_service_pb.js";
import Alert from "@mui/material/Alert";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { keepPreviousData } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { messageOf } from "../../../ui/feedback/call-errors.ts";
import { isoToDay } from "../../../ui/format/dates.ts";
import { formatDuration } from "../../../ui/format/duration.ts";
import { usePreferences } from "../../../ui/format/preferences.ts";
import { plural } from "../../../ui/format/text.ts";
import { AppointmentDrawer } from "../shared/AppointmentDrawer.tsx";
import { useManyActs } from "../shared/several/useManyActs.ts";
import { useWishes } from "../shared/several/useWishes.ts";
import { isMoved, placesOf, wishOfRow } from "../shared/several/wish.ts";
import { formatDistance } from "../shared/signs/distance.ts";
import { WithoutTellingMany } from "../shared/telling/WithoutTelling.tsx";
import { PlannedStops } from "./PlannedStops.tsx";

type Props = { staffId: string; name: string; date: string; onClose: () => void };

/** How far from its time a stop may go. */
const windows = [
  { minutes: 30, label: "Half an hour" },
  { minutes: 60, label: "An hour" },
  { minutes: 120, label: "Two hours" },
  { minutes: 1440, label: "Any time that day" },
];
const none: never[] = [];

/** One person's stops in the order that costs the least driving: what it saves first, then all moved in one act. */
export const RouteDrawer = ({ staffId, name, date, onClose }: Props) => {
  const [minutes, setMinutes] = useState(120);
  const [kept, setKept] = useState<readonly string[]>(none);
  const asked = { date: isoToDay(date), staffId, earlierMinutes: minutes, laterMinutes: minutes, keepAppointmentIds: [...kept] };
  const plan = useQuery(DayRouteService.method.planDayRoute, asked, { placeholderData: keepPreviousData, gcTime: 0 });
  const rows = plan.data?.rows ?? none;
  const all = useMemo(() => rows.flatMap((row) => (row.appointment ? [wishOfRow({ ...row, appointment: row.appointment })] : [])), [rows]);
  const moved = useMemo(() => all.filter(isMoved), [all]);
  const wishes = useWishes(BatchAct.RESCHEDULE, moved);
  const move = useMutation(BatchService.method.batchReschedule, { meta: { quiet: true } });
  const [withoutTelling, setWithoutTelling] = useState(false);
  const run = useManyActs();
  const saved = plan.data?.savedMinutes ?? 0;
  const taken = moved.find(({ id }) => wishes.conflicts.get(id));
  const save = async (): Promise<boolean> => {
    const worked = await run(
      (override) => move.mutateAsync({ places: placesOf(moved, override), withoutTelling }),
      (count) => `${plural(count, "appointment")} moved, ${saved} min less driving`,
    );
    if (worked) onClose();
    else void plan.refetch();
    return worked;
  };
  return (
    <AppointmentDrawer
      title={`Shorten the drive of ${name}`}
      label={saved > 0 ? `Save ${formatDuration(saved)} · move ${plural(moved.length, "appointment")}` : "Nothing to move"}
      width={520}
      ready={saved > 0 && wishes.ready && !plan.isFetching && !taken}
      pending={move.isPending}
      dirty={false}
      save={save}
      onClose={onClose}
    >
      <TextField
        select
        label="Move a client's time by at most"
        value={minutes}
        onChange={({ target }) => setMinutes(Number(target.value))}
        helperText="What you promised your clients. Nobody is moved farther."
      >
        {windows.map((one) => (
          <MenuItem key={one.minutes} value={one.minutes}>
            {one.label}
          </MenuItem>
        ))}
      </TextField>
      {plan.error && <Alert severity="error">{messageOf(plan.error)}</Alert>}
      {plan.data && <Outcome plan={plan.data} />}
      {taken && <Alert severity="warning">The time of {taken.title} is taken by now. Close this and try again.</Alert>}
      <PlannedStops
        stops={all}
        kept={kept}
        busy={plan.isFetching}
        onKeep={(id, keep) => setKept(keep ? [...kept, id] : kept.filter((one) => one !== id))}
      />
      {saved > 0 && (
        <>
          <WithoutTellingMany moves={moved} value={withoutTelling} onChange={setWithoutTelling} />
          <Typography variant="body2" color="textSecondary">
            {!withoutTelling && "Each client who is moved is told once. "}
            You can undo all of it right after, or each appointment for ten minutes.
          </Typography>
        </>
      )}
    </AppointmentDrawer>
  );
};

/** What the plan comes to, before anything is done. */
const Outcome = ({ plan: { before, after, savedMinutes, tooTight } }: { plan: PlanDayRouteResponse }) => {
  const unit = usePreferences().distanceUnit;
  return (
    <>
      {savedMinutes > 0 ? (
        <Alert severity="success">
          {formatDuration(savedMinutes)} less driving: {formatDuration(after?.minutes ?? 0)} instead of{" "}
          {formatDuration(before?.minutes ?? 0)}, {formatDistance(after?.miles ?? 0, unit)} instead of{" "}
          {formatDistance(before?.miles ?? 0, unit)}.
        </Alert>
      ) : (
        <Alert severity="info">No order with less driving was found. Try letting clients be moved farther.</Alert>
      )}
      {tooTight && <Alert severity="warning">As booked now, there is not enough time to drive between some stops.</Alert>}
    </>
  );
};
