import { timestampDate, timestampFromDate } from "@bufbuild/protobuf/wkt";
import { useMutation } from "@connectrpc/connect-query";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { refreshDomains } from "../../../../../app/calls/refresh.ts";
import { useCan } from "../../../../../app/session/session.ts";
import { usePreferences } from "../../../../../ui/format/preferences.ts";
import { useFormat } from "../../../../../ui/format/useFormat.ts";
import { DateField } from "../../../../../ui/inputs/DateField.tsx";
import { TimeField } from "../../../../../ui/inputs/TimeField.tsx";
import { stoppedByUnread } from "../../../../../ui/inputs/unread.ts";
import type { Appointment } from "../../../shared/types.ts";
import { Section } from "../AppointmentBill.tsx";
import { type Came, corrected, type Put, putOf, type Shown, shownOf, type Touched } from "./action-times.ts";

type Stamp = Appointment["checkInTime"];
const asDate = (stamp: Stamp): Date | undefined => stamp && timestampDate(stamp);

/** When the pets came and went; both can be put right, also to another day, and together: one of them alone may not be possible. */
export const ActionTimes = ({ appointment }: { appointment: Appointment }) => {
  const queries = useQueryClient();
  const format = useFormat();
  const { zone } = usePreferences();
  const may = useCan("editAppointmentTimes");
  const [touched, setTouched] = useState<Touched>();
  const update = useMutation(AppointmentService.method.updateActionTime, { onSettled: () => refreshDomains(queries, "calendar") });
  const came: Came = { in: asDate(appointment.checkInTime), out: asDate(appointment.checkOutTime) };
  const times = [
    // Whoever finishes without a check-in may add it.
    { label: "Checked in", day: "Day of arrival", which: "in" as const },
    ...(came.out ? [{ label: "Checked out", day: "Day of departure", which: "out" as const }] : []),
  ];
  if (!came.in && !came.out) return null;
  const put = touched && putOf(shownOf(came, zone), touched);
  const touch = (which: keyof Put, next: Partial<Shown>) =>
    setTouched((before) => ({ ...before, [which]: { ...before?.[which], ...next } }));
  const { fault, checkIn, checkOut } = put ? corrected(came, put, zone, new Date()) : {};
  const save = async () => {
    if (stoppedByUnread() || fault) return;
    if (checkIn || checkOut) {
      const values = {
        ...(checkIn && { checkInTime: timestampFromDate(checkIn) }),
        ...(checkOut && { checkOutTime: timestampFromDate(checkOut) }),
      };
      await update.mutateAsync({ id: appointment.id, version: appointment.version, ...values });
    }
    setTouched(undefined);
  };
  return (
    <Section>
      {times.map(({ label, day, which }) => (
        <Box
          key={which}
          sx={{ display: "flex", flexWrap: "wrap", justifyContent: "space-between", alignItems: "center", gap: 1, minHeight: 30 }}
        >
          <Typography color="textSecondary">{label}</Typography>
          {put ? (
            <Box sx={{ display: "flex", gap: 1, py: 0.5 }}>
              <DateField
                size="small"
                label={day}
                eager
                value={put[which].day}
                max={format.now().date}
                onChange={(next) => touch(which, { day: next })}
                sx={{ width: 170 }}
              />
              <TimeField
                size="small"
                value={put[which].minutes}
                onChange={(minutes) => touch(which, { minutes })}
                step={1}
                sx={{ width: 110 }}
                aria-label={label}
              />
            </Box>
          ) : (
            <Typography color={came[which] ? undefined : "textSecondary"}>
              {came[which] ? format.instant(came[which]) : "Not recorded"}
            </Typography>
          )}
        </Box>
      ))}
      {may && put && (
        <Box sx={{ display: "flex", gap: 1 }}>
          <Button size="small" variant="outlined" loading={update.isPending} onClick={() => void save().catch(() => undefined)}>
            Save
          </Button>
          <Button size="small" onClick={() => setTouched(undefined)}>
            Cancel
          </Button>
        </Box>
      )}
      {may && !put && (
        <Button size="small" onClick={() => setTouched({})} sx={{ justifySelf: "start" }}>
          Correct these times
        </Button>
      )}
      {/* Below the buttons: what appears as a field is left moves none of them away from a press. */}
      {fault && (
        <Typography color="error" role="alert">
          {fault}
        </Typography>
      )}
    </Section>
  );
};
