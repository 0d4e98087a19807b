import { useMutation } from "@connectrpc/connect-query";
import { type GoogleCalendar, GoogleCalendarService } from "@leashline/proto/leashline/calendar/v1/google_calendar_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { pathTo } from "../../../app/routes/paths.ts";
import { Avatar } from "../../../ui/Avatar.tsx";
import { confirm } from "../../../ui/feedback/confirm.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { Icon } from "../../../ui/icons.tsx";
import { LinkButton } from "../../../ui/links/Link.tsx";
import { StatusChip } from "../../../ui/StatusChip.tsx";
import type { Person } from "./GoogleSection.tsx";

type Props = Person & { available: boolean; calendar: GoogleCalendar | undefined; onChanged: () => void };

/** One person's Google Calendar, or one that shows everybody: connected, brought up to date, disconnected. */
export const GoogleRow = ({ staffId, name, tone, available, calendar, onChanged }: Props) => {
  const { method } = GoogleCalendarService;
  const sync = useMutation(method.syncGoogleCalendar, { onSettled: onChanged, meta: { success: "Google Calendar is up to date" } });
  const unlink = useMutation(method.unlinkGoogleCalendar, { onSuccess: onChanged, meta: { success: "Google Calendar disconnected" } });
  const busy = sync.isPending || unlink.isPending;
  const onUnlink = async () => {
    const body = "Its appointments are taken out of Google Calendar, and the time that it blocked here opens again.";
    if (await confirm({ title: `Disconnect Google Calendar for ${name}?`, body, action: "Disconnect", danger: true }))
      unlink.mutate({ staffId });
  };
  const connect = pathTo("/GoogleCalendarSync/auth", {}, { staff: staffId });
  return (
    <Box component="li" sx={{ py: 1.5, borderTop: 1, borderColor: "line", display: "grid", gap: 1.25 }}>
      <Box sx={{ display: "flex", alignItems: "center", gap: 1.25, flexWrap: "wrap" }}>
        {tone ? <Avatar name={name} tone={tone} size={28} /> : <Icon name="clients" sx={{ width: 28, p: 0.5, color: "text.secondary" }} />}
        <Box sx={{ flex: 1, minWidth: 160 }}>
          <Typography component="p" variant="subtitle2">
            {name}
          </Typography>
          {calendar && <Standing calendar={calendar} everybody={staffId === "0"} />}
        </Box>
        {calendar && <StatusChip tone={calendar.connected ? "ok" : "bad"}>{calendar.connected ? "Connected" : "Disconnected"}</StatusChip>}
        {!calendar && available && (
          <LinkButton to={connect} aria-label={`Connect Google Calendar for ${name}`}>
            Connect
          </LinkButton>
        )}
      </Box>
      {calendar && (
        <Box sx={{ display: "flex", gap: 1, flexWrap: "wrap" }}>
          {calendar.connected ? (
            <Button disabled={busy} onClick={() => sync.mutate({ staffId })} aria-label={`Sync now for ${name}`}>
              Sync now
            </Button>
          ) : (
            <LinkButton to={connect} aria-label={`Connect again for ${name}`}>
              Connect again
            </LinkButton>
          )}
          <Button variant="text" color="error" disabled={busy} onClick={() => void onUnlink()} aria-label={`Disconnect for ${name}`}>
            Disconnect
          </Button>
        </Box>
      )}
    </Box>
  );
};

const many = (count: number, one: string, more: string): string => `${count} ${count === 1 ? one : more}`;

const Standing = ({ calendar, everybody }: { calendar: GoogleCalendar; everybody: boolean }) => {
  const format = useFormat();
  const { account, connected, fault, shown, blocked, waiting, syncTime } = calendar;
  const seen = syncTime && format.agoWithin(syncTime);
  const counts = [many(shown, "appointment shown", "appointments shown"), !everybody && many(blocked, "time blocked", "times blocked")];
  const lines = connected
    ? [account, ...counts, waiting > 0 && `${waiting} still to copy`, seen ? `last synced: ${seen}` : "syncing for the first time"]
    : [account, "Google no longer lets Leashline in; the times it blocked stay until it is connected again or disconnected"];
  return (
    <Typography variant="body2" color={fault ? "error" : "textSecondary"}>
      {fault || lines.filter(Boolean).join(" · ")}
    </Typography>
  );
};
