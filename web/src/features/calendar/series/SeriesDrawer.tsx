import { useQuery } from "@connectrpc/connect-query";
import { RepeatModifyType } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { SeriesService } from "@leashline/proto/leashline/calendar/v1/series_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import FormControlLabel from "@mui/material/FormControlLabel";
import Radio from "@mui/material/Radio";
import RadioGroup from "@mui/material/RadioGroup";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useCan } from "../../../app/session/session.ts";
import { daysBetween, dayToIso, isDay } from "../../../ui/format/dates.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { DateField } from "../../../ui/inputs/DateField.tsx";
import { TimeField } from "../../../ui/inputs/TimeField.tsx";
import { AppointmentDrawer } from "../shared/AppointmentDrawer.tsx";
import { ruleWords } from "../shared/repeat/rule.ts";
import { StaffSelect } from "../shared/StaffSelect.tsx";
import type { Appointment } from "../shared/types.ts";
import { useMayEdit, useStaff } from "../shared/useCalendar.ts";
import { SeriesDates } from "./SeriesDates.tsx";
import { useSeriesActs, visits } from "./useSeriesActs.ts";

type Props = { appointment: Appointment; onRule: () => void; onClose: () => void };
const { THIS_AND_FOLLOWING, ALL } = RepeatModifyType;

/** The appointments of a series: when they are, and one change for this and those that follow, or for all that are to come. */
export const SeriesDrawer = ({ appointment, onRule, onClose }: Props) => {
  const format = useFormat();
  const mayEdit = useMayEdit();
  const mayCancel = useCan("cancelOrDeleteTicket");
  const mayBook = useCan("createAndEditTicket");
  const staff = useStaff().data?.staff ?? [];
  const { data } = useQuery(SeriesService.method.getSeries, { appointmentId: appointment.id });
  const members = data?.appointments ?? [];
  const date = isDay(appointment.appointmentDate) ? dayToIso(appointment.appointmentDate) : "";
  const before = { date, startTime: appointment.startTime, staffId: appointment.staffId };
  // What nobody touched follows the appointment, which may be read anew while this is open.
  const [touched, setTouched] = useState<Partial<typeof before>>({});
  const to = { ...before, ...touched };
  const [type, setType] = useState<RepeatModifyType>(THIS_AND_FOLLOWING);
  const set = (change: typeof touched) => setTouched((now) => ({ ...now, ...change }));
  const acts = useSeriesActs(members.find(({ id }) => id === appointment.id) ?? appointment, type, onClose);
  const open = members.filter((one) => one.editable);
  const counts = {
    [THIS_AND_FOLLOWING]: open.filter((one) => dayOf(one) >= date).length,
    [ALL]: open.filter((one) => dayOf(one) >= format.now().date).length,
  };
  const count = counts[type as keyof typeof counts];
  const dirty = to.date !== date || to.startTime !== before.startTime || to.staffId !== before.staffId;
  const moveDays = daysBetween(date, to.date);
  const wrong = Math.abs(moveDays) > 28 ? "At most four weeks away" : undefined;
  return (
    <AppointmentDrawer
      addressed
      title="Repeating appointment"
      label={`Change ${visits(count)}`}
      ready={dirty && !wrong && count > 0}
      pending={acts.pending}
      dirty={dirty}
      readOnly={!mayEdit}
      beside={
        mayCancel &&
        count > 0 && (
          <Button color="error" disabled={acts.pending} onClick={() => void acts.cancel(count)}>
            Cancel {visits(count)}
          </Button>
        )
      }
      save={() =>
        acts.change({
          ...(to.startTime !== before.startTime && { startTime: to.startTime }),
          staffId: to.staffId === before.staffId ? "0" : to.staffId,
          moveDays,
        })
      }
      onClose={onClose}
    >
      {data?.rule && (
        <Box sx={{ display: "flex", alignItems: "center", gap: 1 }}>
          <Typography sx={{ flex: 1 }}>{ruleWords(data.rule, (day) => format.shortDay(day))}</Typography>
          {mayBook && appointment.editable && (
            <Button variant="outlined" disabled={dirty} onClick={onRule}>
              Change how often
            </Button>
          )}
        </Box>
      )}
      <SeriesDates appointments={members} current={appointment.id} />
      {mayEdit && (
        <>
          <RadioGroup aria-label="Which visits" value={String(type)} onChange={(_, value) => setType(Number(value))}>
            <FormControlLabel
              value={String(THIS_AND_FOLLOWING)}
              control={<Radio />}
              label={`This and following (${counts[THIS_AND_FOLLOWING]})`}
            />
            <FormControlLabel value={String(ALL)} control={<Radio />} label={`All upcoming (${counts[ALL]})`} />
          </RadioGroup>
          <DateField
            label="Day of this visit; the others move by as many days"
            value={to.date}
            onChange={(day) => day && set({ date: day })}
            error={Boolean(wrong)}
            helperText={wrong}
          />
          <TimeField label="Start" value={to.startTime} onChange={(minutes) => minutes !== undefined && set({ startTime: minutes })} />
          <StaffSelect label="Staff" staff={staff} value={to.staffId} onChange={(staffId) => set({ staffId })} />
        </>
      )}
    </AppointmentDrawer>
  );
};

const dayOf = ({ appointmentDate }: Appointment): string => (isDay(appointmentDate) ? dayToIso(appointmentDate) : "");
