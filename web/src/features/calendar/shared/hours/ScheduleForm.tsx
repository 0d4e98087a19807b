import { useMutation } from "@connectrpc/connect-query";
import { AvailabilityType, type StaffSchedule } from "@leashline/proto/leashline/calendar/v1/schedule_pb.js";
import { StaffScheduleService } from "@leashline/proto/leashline/calendar/v1/staff_schedule_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import MenuItem from "@mui/material/MenuItem";
import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { signedIn } from "../../../../app/session/session.ts";
import { UnsavedGuard } from "../../../../ui/form/UnsavedGuard.tsx";
import { usePreferences } from "../../../../ui/format/preferences.ts";
import { ByTimeOrSlot } from "./ByTimeOrSlot.tsx";
import { toDays, weeksProblem } from "./hours.ts";
import { draftOf, edited, isEdited, reset, saved } from "./hours-draft.ts";
import { useMaySetHours } from "./may-set-hours.ts";
import { saidOfHours } from "./said-of-hours.ts";
import { switched } from "./slots.ts";
import { WeekEditor } from "./WeekEditor.tsx";

const ROTATIONS = ["Every week", "Every 2 weeks", "Every 3 weeks", "Every 4 weeks"];

type Props = { schedule: StaffSchedule; onSaved: () => void };

/** A person's regular hours, repeating every 1 to 4 weeks. Saving makes them the baseline that Reset goes back to. */
export const ScheduleForm = ({ schedule, onSaved }: Props) => {
  const disabled = !useMaySetHours(schedule.staffId);
  const own = schedule.staffId === signedIn()?.staffId;
  const { weekStart } = usePreferences();
  const [draft, setDraft] = useState(() => draftOf(schedule));
  const [at, setAt] = useState(0);
  const { weeks, type, bySlot } = draft;
  const dirty = isEdited(draft);
  const update = useMutation(StaffScheduleService.method.updateStaffSchedule);
  const wrong = weeksProblem(weeks, type, bySlot);
  const change = (week: (typeof weeks)[number]) =>
    setDraft((now) => edited(now, { weeks: now.weeks.map((one, n) => (n === at ? week : one)) }));
  const save = async (): Promise<boolean> => {
    if (wrong) return false;
    const { staffId, businessId, version } = schedule;
    try {
      const done = await update.mutateAsync({
        staffId,
        businessId,
        availabilityType: bySlot ? AvailabilityType.BY_SLOT : AvailabilityType.BY_TIME,
        version,
        scheduleType: type,
        weekStart,
        days: toDays(weeks),
      });
      saidOfHours("Working hours saved", { staffId, businessId }, done);
    } catch {
      return false;
    }
    setDraft((now) => saved(now, { weeks, type, bySlot }));
    onSaved();
    return true;
  };
  return (
    <Box>
      {disabled && (
        <Typography color="textSecondary" sx={{ mb: 1.5 }}>
          To change these hours, your role needs the permission “Working hours: {own ? "own" : "working locations"}”. Whoever manages roles
          can add it.
        </Typography>
      )}
      <ByTimeOrSlot
        bySlot={bySlot}
        disabled={disabled}
        onChange={(next) => setDraft((now) => edited(now, { bySlot: next, weeks: switched(now.weeks, next) }))}
      />
      <TextField
        select
        label="Repeats"
        disabled={disabled}
        value={type}
        onChange={(event) => {
          setDraft((now) => edited(now, { type: Number(event.target.value) }));
          setAt(0);
        }}
        sx={{ width: 180, mb: 1 }}
      >
        {ROTATIONS.map((label, n) => (
          <MenuItem key={label} value={n + 1}>
            {label}
          </MenuItem>
        ))}
      </TextField>
      {type > 1 && (
        <Tabs value={at} onChange={(_, next) => setAt(next)} aria-label="Weeks" sx={{ mb: 1 }}>
          {Array.from({ length: type }, (_, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: weeks are numbered
            <Tab key={n} label={`Week ${n + 1}`} />
          ))}
        </Tabs>
      )}
      <WeekEditor week={weeks[at] ?? []} onChange={change} bySlot={bySlot} disabled={disabled} />
      {!disabled && (
        <Box sx={{ display: "flex", justifyContent: "flex-end", gap: 1, mt: 1.5 }}>
          <Button disabled={!dirty} onClick={() => setDraft(reset)}>
            Reset
          </Button>
          <Button variant="contained" color="primary" disabled={!dirty || wrong} loading={update.isPending} onClick={() => void save()}>
            Save hours
          </Button>
        </Box>
      )}
      <UnsavedGuard dirty={dirty} onSave={save} />
    </Box>
  );
};
