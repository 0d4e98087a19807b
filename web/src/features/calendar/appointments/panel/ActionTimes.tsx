import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { useMutation } from "@connectrpc/connect-query";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { refreshDomains } from "../../../../app/calls/refresh.ts";
import { useCan } from "../../../../app/session/session.ts";
import { instantIn, nowIn } from "../../../../ui/format/dates.ts";
import { usePreferences } from "../../../../ui/format/preferences.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { TimeField } from "../../../../ui/inputs/TimeField.tsx";
import type { Appointment } from "../../shared/types.ts";
import { Section } from "./AppointmentBill.tsx";

type Stamp = Appointment["checkInTime"];
const asDate = (stamp: Stamp): Date | undefined => (stamp ? new Date(Number(stamp.seconds) * 1000) : undefined);

/** The same day at another minute, as the business's clock shows it. */
export const withMinutes = (at: Date, minutes: number, zone: string): Date => instantIn(nowIn(zone, at).date, minutes, zone);

/** When the pets came and went; both can be put right. */
export const ActionTimes = ({ appointment }: { appointment: Appointment }) => {
  const queries = useQueryClient();
  const format = useFormat();
  const { zone } = usePreferences();
  const may = useCan("editAppointmentTimes");
  const [editing, setEditing] = useState(false);
  const update = useMutation(AppointmentService.method.updateActionTime, { onSettled: () => refreshDomains(queries, "calendar") });
  const times = [
    // Whoever finishes without a check-in may add it.
    {
      label: "Checked in",
      at: asDate(appointment.checkInTime),
      on: asDate(appointment.checkInTime ?? appointment.checkOutTime),
      field: "checkInTime",
    },
    { label: "Checked out", at: asDate(appointment.checkOutTime), on: asDate(appointment.checkOutTime), field: "checkOutTime" },
  ].filter((one) => one.on !== undefined);
  if (times.length === 0) return null;
  const save = (field: string, at: Date, minutes: number | undefined) => {
    if (minutes !== undefined)
      update.mutate({ id: appointment.id, version: appointment.version, [field]: timestampFromDate(withMinutes(at, minutes, zone)) });
  };
  return (
    <Section>
      {times.map(({ label, at, on, field }) => (
        <Box key={field} sx={{ display: "flex", justifyContent: "space-between", alignItems: "center", gap: 1, minHeight: 30 }}>
          <Typography color="textSecondary">{label}</Typography>
          {editing && on ? (
            <TimeField
              size="small"
              value={at && nowIn(zone, at).minutes}
              onChange={(minutes) => save(field, on, minutes)}
              step={1}
              sx={{ width: 120 }}
              aria-label={label}
            />
          ) : (
            <Typography color={at ? undefined : "textSecondary"}>{at ? format.instant(at) : "Not recorded"}</Typography>
          )}
        </Box>
      ))}
      {may && (
        <Button size="small" onClick={() => setEditing(!editing)} sx={{ justifySelf: "start", minWidth: 0, px: 0 }}>
          {editing ? "Done" : "Correct these times"}
        </Button>
      )}
    </Section>
  );
};
