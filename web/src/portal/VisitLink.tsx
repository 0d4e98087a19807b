import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { ChangeRequestState, type LinkedAppointment } from "@leashline/proto/leashline/online_booking/v1/appointment_link_pb.js";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { pathTo } from "../app/routes/paths.ts";
import { ago, type Business, formatFor } from "../storefront/appointment/page.ts";
import { startText } from "../storefront/time/arrival.ts";
import { Icon } from "../ui/icons.tsx";
import { Link } from "../ui/links/Link.tsx";

const states: Partial<Record<AppointmentStatus, string>> = {
  [AppointmentStatus.UNCONFIRMED]: "Please confirm",
  [AppointmentStatus.CONFIRMED]: "Confirmed",
  [AppointmentStatus.CHECKED_IN]: "Checked in",
  [AppointmentStatus.READY_FOR_PICKUP]: "Ready for pick-up",
  [AppointmentStatus.CANCELLED]: "Canceled",
};

/** One visit in a row; a tap opens its own page, with all that can be done about it. */
export const VisitLink = ({ business, visit }: { business: Business; visit: LinkedAppointment }) => {
  const format = formatFor(business);
  const { date, endDate, startTime, services, status, mayConfirm } = visit;
  const stays = endDate !== "" && endDate !== date;
  const state = status === AppointmentStatus.UNCONFIRMED && !mayConfirm ? undefined : states[status];
  const waits = visit.askState === ChangeRequestState.WAITING && visit.status !== AppointmentStatus.CANCELLED;
  const asked = waits && visit.askTime && `You asked for a change ${ago(business, visit.askTime)}`;
  return (
    <Box
      component={Link}
      to={pathTo("/a/:token", { token: visit.token })}
      sx={{
        display: "flex",
        alignItems: "center",
        gap: 1,
        p: 2,
        color: "inherit",
        textDecoration: "none",
        bgcolor: "background.paper",
        border: 1,
        borderColor: "line",
        borderRadius: 1.75,
      }}
    >
      <Box sx={{ flex: 1, minWidth: 0, overflowWrap: "anywhere" }}>
        <Typography variant="subtitle1">
          {format.longDay(date)}
          {stays ? ` to ${format.longDay(endDate)}` : `, ${startText(format, startTime, visit.arrivalWindow)}`}
        </Typography>
        {services.map(({ petName, serviceName }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same service may stand there twice, and the list does not change.
          <Typography key={index} color="textSecondary">
            {serviceName} for {petName}
          </Typography>
        ))}
        {(state || asked) && <Typography variant="body2">{[state, asked].filter(Boolean).join(" · ")}</Typography>}
      </Box>
      <Icon name="right" sx={{ color: "text.secondary" }} />
    </Box>
  );
};
