import { useMutation, useQuery } from "@connectrpc/connect-query";
import { BatchAct, BatchService } from "@leashline/proto/leashline/calendar/v1/batch_service_pb.js";
import { AbsencePlan, StaffAppointmentService } from "@leashline/proto/leashline/calendar/v1/staff_appointment_service_pb.js";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import FormControlLabel from "@mui/material/FormControlLabel";
import Radio from "@mui/material/Radio";
import RadioGroup from "@mui/material/RadioGroup";
import Switch from "@mui/material/Switch";
import Typography from "@mui/material/Typography";
import { useMemo, useState } from "react";
import { messageOf } from "../../../ui/feedback/call-errors.ts";
import { isoToDay } from "../../../ui/format/dates.ts";
import { plural } from "../../../ui/format/text.ts";
import { DateField } from "../../../ui/inputs/DateField.tsx";
import { AppointmentDrawer } from "../shared/AppointmentDrawer.tsx";
import { StaffSelect } from "../shared/StaffSelect.tsx";
import { useManyActs } from "../shared/several/useManyActs.ts";
import { useWishes } from "../shared/several/useWishes.ts";
import { WhyNone, WishRows } from "../shared/several/WishRows.tsx";
import { placesOf, wishOfRow } from "../shared/several/wish.ts";
import { someElsewhen } from "../shared/telling/elsewhen.ts";
import { WithoutTellingMany } from "../shared/telling/WithoutTelling.tsx";
import { useStaff } from "../shared/useCalendar.ts";
import { useMayMoveDay } from "./may-move-day.ts";
import { useDayOff } from "./useDayOff.ts";

export type Away = { staffId: string; date: string };
type Props = { away: Away; onClose: () => void };
const { OTHER_STAFF, OTHER_DAYS } = AbsencePlan;
const none: never[] = [];

/** All that somebody who is away has on some days, to others or to other days: the plan first, changed where it does not suit, then one act. */
export const AwayDrawer = ({ away, onClose }: Props) => {
  const [asked, setAsked] = useState({ staffId: away.staffId, from: away.date, to: away.date, plan: OTHER_STAFF as AbsencePlan });
  const set = (change: Partial<typeof asked>) => setAsked((before) => ({ ...before, ...change }));
  const staff = useStaff().data?.staff ?? none;
  const mayMoveDay = useMayMoveDay();
  const people = staff.filter((one) => mayMoveDay(one.staffId));
  const wrong = asked.to < asked.from ? "Is before the first day" : undefined;
  const { staffId, from, to, plan } = asked;
  const request = { staffId, startDate: isoToDay(from), endDate: isoToDay(to), plan };
  const planned = useQuery(StaffAppointmentService.method.planStaffAbsence, request, { enabled: !wrong, gcTime: 0 });
  const rows = planned.data?.rows ?? none;
  const first = useMemo(
    () => rows.flatMap((row) => (row.appointment ? [wishOfRow({ ...row, appointment: row.appointment })] : [])),
    [rows],
  );
  const unplaced = useMemo(() => new Map(rows.map((row) => [row.appointment?.id ?? "", row])), [rows]);
  const wishes = useWishes(BatchAct.RESCHEDULE, first);
  const move = useMutation(BatchService.method.batchReschedule, { meta: { quiet: true } });
  const [withoutTelling, setWithoutTelling] = useState(false);
  const told = !withoutTelling && someElsewhen(wishes.taken);
  const run = useManyActs();
  const off = useDayOff({ staffId, from, to });
  const nothing = rows.length === 0;
  const moveAll = async (): Promise<boolean> => {
    let isOff = false;
    return await run(
      async (override) => {
        const { appointments } = await move.mutateAsync({ places: placesOf(wishes.taken, override), withoutTelling });
        const first = await off.set();
        isOff = first !== undefined;
        return { appointments, first };
      },
      (count) => `${plural(count, "appointment")} moved${isOff ? `, ${off.words} set` : ""}`,
    );
  };
  const save = async (): Promise<boolean> => {
    const worked = nothing ? await off.setAlone() : await moveAll();
    if (worked) onClose();
    else void planned.refetch();
    return worked;
  };
  return (
    <AppointmentDrawer
      title="When somebody is away"
      label={nothing && off.wanted ? `Set ${off.words}` : `Move ${plural(wishes.taken.length, "appointment")}`}
      width={560}
      ready={(nothing ? off.wanted && planned.isSuccess : wishes.ready) && !wrong && !planned.isFetching}
      pending={move.isPending || off.pending}
      dirty={false}
      why={<WhyNone wishes={wishes} />}
      save={save}
      onClose={onClose}
    >
      <StaffSelect somebody label="Who is away" staff={people} value={staffId} onChange={(id) => set({ staffId: id })} />
      <Box sx={{ display: "grid", gridTemplateColumns: "1fr 1fr", gap: 1.5 }}>
        <DateField label="From" value={from} onChange={(day) => day && set({ from: day, to: day.localeCompare(to) > 0 ? day : to })} />
        <DateField label="To" value={to} onChange={(day) => day && set({ to: day })} error={Boolean(wrong)} helperText={wrong} />
      </Box>
      <RadioGroup row aria-label="Where to" value={String(plan)} onChange={(_, value) => set({ plan: Number(value) })}>
        <FormControlLabel value={String(OTHER_STAFF)} control={<Radio />} label="To others, same time" />
        <FormControlLabel value={String(OTHER_DAYS)} control={<Radio />} label="To a later day" />
      </RadioGroup>
      {off.may && (
        <FormControlLabel
          control={<Switch checked={off.wanted} onChange={(_, on) => off.want(on)} />}
          label={`Set ${off.words}, so that nothing else is booked then`}
        />
      )}
      {planned.error && <Alert severity="error">{messageOf(planned.error)}</Alert>}
      {planned.isSuccess && rows.length === 0 && <Typography color="textSecondary">Nothing is booked on these days.</Typography>}
      {planned.data?.more && <Alert severity="info">There are more than 100. Move these, then open this again for the rest.</Alert>}
      <WithoutTellingMany moves={wishes.taken} value={withoutTelling} onChange={setWithoutTelling} />
      {rows.length > 0 && (
        <Typography variant="body2" color="textSecondary">
          {told && "Each client whose time changes is told once. "}
          You can undo all of it right after, or each appointment for ten minutes.
        </Typography>
      )}
      <WishRows
        wishes={wishes}
        staff={staff.filter((one) => one.staffId !== staffId || plan === OTHER_DAYS)}
        unplaced={unplaced}
        doing="Move"
      />
    </AppointmentDrawer>
  );
};
