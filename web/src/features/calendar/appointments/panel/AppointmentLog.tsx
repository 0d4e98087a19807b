import { useMutation, useQuery } from "@connectrpc/connect-query";
import { AppointmentLogKind } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { useQueryClient } from "@tanstack/react-query";
import { refreshDomains } from "../../../../app/calls/refresh.ts";
import { ErrorState } from "../../../../ui/feedback/ErrorState.tsx";
import { usePreferences } from "../../../../ui/format/preferences.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import type { Appointment } from "../../shared/types.ts";
import { logText } from "./log-text.ts";

const kinds: Record<AppointmentLogKind, string> = {
  [AppointmentLogKind.UNSPECIFIED]: "Changed",
  [AppointmentLogKind.CREATE]: "Created",
  [AppointmentLogKind.UPDATE_STATUS]: "Status",
  [AppointmentLogKind.CHANGE_CHECK_IN_TIME]: "Check-in time",
  [AppointmentLogKind.CHANGE_CHECK_OUT_TIME]: "Check-out time",
  [AppointmentLogKind.CUSTOMER_REPLY]: "Client replied",
  [AppointmentLogKind.RESCHEDULE]: "Rescheduled",
  [AppointmentLogKind.SEND_NOTIFICATION]: "Notification sent",
  [AppointmentLogKind.CANCEL]: "Canceled",
  [AppointmentLogKind.EDIT_PET_AND_SERVICES]: "Pets and services",
  [AppointmentLogKind.UPDATE_NOTIFICATION_STATUS]: "Notification",
  [AppointmentLogKind.AUTO_ROLLOVER]: "Rolled over",
  [AppointmentLogKind.CLIENT_UPDATE_APPOINTMENT]: "Changed by the client",
};

const atMost = (lines: number) => ({ display: "-webkit-box", WebkitBoxOrient: "vertical", WebkitLineClamp: lines, overflow: "hidden" });

/** Who did what, newest first; the newest can be taken back for ten minutes. */
export const AppointmentLog = ({ appointment }: { appointment: Appointment }) => {
  const { data, error, refetch } = useQuery(AppointmentService.method.listActionLog, { id: appointment.id });
  const queries = useQueryClient();
  const format = useFormat();
  const { currencyCode } = usePreferences();
  const undo = useMutation(AppointmentService.method.undoChange, {
    meta: { success: "Undone" },
    onSettled: () => refreshDomains(queries, "calendar"),
  });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton variant="rounded" height={120} sx={{ m: 2.25 }} />;
  return (
    <Box component="ol" sx={{ listStyle: "none", m: 0, p: 2.25, display: "grid", gap: 1.75 }}>
      {data.entries.map((entry) => (
        <Box component="li" key={entry.id} sx={{ display: "flex", gap: 1, alignItems: "flex-start" }}>
          <Box sx={{ flex: 1, minWidth: 0 }}>
            <Typography variant="subtitle2">{kinds[entry.kind]}</Typography>
            {entry.detail && (
              <Typography color="textSecondary" sx={{ whiteSpace: "pre-line", overflowWrap: "anywhere", ...atMost(6) }}>
                {logText(entry.detail, format, currencyCode)}
              </Typography>
            )}
            <Typography variant="caption" sx={{ color: "text.tertiary" }}>
              {entry.operatorName} · {format.instant(entry.time)}
            </Typography>
          </Box>
          {entry.undoable && (
            <Button size="small" loading={undo.isPending} onClick={() => undo.mutate({ id: appointment.id, logId: entry.id })}>
              Undo
            </Button>
          )}
        </Box>
      ))}
    </Box>
  );
};
