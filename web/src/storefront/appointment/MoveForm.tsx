import { useMutation, useQuery } from "@connectrpc/connect-query";
import { AppointmentLinkService, type LinkedAppointment } from "@leashline/proto/leashline/online_booking/v1/appointment_link_pb.js";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { messageOf } from "../../ui/feedback/call-errors.ts";
import { addDays, isoToDay } from "../../ui/format/dates.ts";
import { startText } from "../time/arrival.ts";
import { MoveTimes } from "./MoveTimes.tsx";
import type { MoveTime } from "./move-times.ts";
import { type Business, formatFor } from "./page.ts";

type Props = { token: string; business: Business; appointment: LinkedAppointment; onDone: (movedTo: string) => void; onClose: () => void };

const DAYS = 14;

/** Free days and times, with the same staff first; one tap chooses, one more moves. */
export const MoveForm = ({ token, business, appointment, onDone, onClose }: Props) => {
  const format = formatFor(business);
  const today = new Date().toLocaleDateString("sv-SE", { timeZone: business.timezoneName });
  const [from, setFrom] = useState([today, addDays(appointment.date, -DAYS / 2)].toSorted().at(-1) ?? today);
  const [chosen, setChosen] = useState<MoveTime>();
  const span = { token, startDate: isoToDay(from), endDate: isoToDay(addDays(from, DAYS - 1)) };
  const times = useQuery(AppointmentLinkService.method.getMoveTimes, span, { meta: { quiet: true } });
  const move = useMutation(AppointmentLinkService.method.moveLinkedAppointment, {
    meta: { quiet: true },
    onError: () => void times.refetch(),
  });
  const told = (startTime: number) => startText(format, startTime, appointment.arrivalWindow);
  const words = ({ date, startTime, name }: MoveTime) => `${format.shortDay(date)}, ${told(startTime)}${name ? ` with ${name}` : ""}`;
  const isNow = (date: string, startTime: number) => date === appointment.date && startTime === appointment.startTime;
  const days = (times.data?.days ?? [])
    .map((day) => ({ ...day, times: day.times.filter((time) => !isNow(day.date, time.startTime)) }))
    .filter((day) => day.times.length > 0);
  return (
    <Box sx={{ display: "grid", gap: 1.5 }}>
      <Typography variant="subtitle1" component="h3">
        Choose another time
      </Typography>
      {times.isPending && <Skeleton variant="rounded" height={150} />}
      {times.error && <Alert severity="error">{messageOf(times.error)}</Alert>}
      {!times.isPending && !times.error && days.length === 0 && (
        <Alert severity="info">Nothing is free on these days. See later days.</Alert>
      )}
      {days.map((day) => (
        <MoveTimes
          key={day.date}
          day={day}
          staff={times.data?.staff ?? []}
          dayName={format.longDay(day.date)}
          told={told}
          wide={appointment.arrivalWindow !== undefined}
          chosen={chosen}
          onPick={setChosen}
        />
      ))}
      <Box sx={{ display: "flex", justifyContent: "space-between" }}>
        <Button disabled={from <= today} onClick={() => setFrom(addDays(from, -DAYS))}>
          Earlier days
        </Button>
        <Button onClick={() => setFrom(addDays(from, DAYS))}>Later days</Button>
      </Box>
      <Box
        sx={{
          position: "sticky",
          bottom: 0,
          mx: -2.25,
          mb: -2.25,
          px: 2.25,
          pt: 1.5,
          pb: "max(16px, env(safe-area-inset-bottom))",
          bgcolor: "background.paper",
          borderTop: 1,
          borderColor: "line",
          display: "grid",
          gap: 1,
        }}
      >
        {move.error && <Alert severity="warning">{messageOf(move.error)}</Alert>}
        <Button
          variant="contained"
          color="primary"
          disabled={!chosen}
          loading={move.isPending}
          onClick={() =>
            chosen && move.mutate({ ...chosen, token, date: isoToDay(chosen.date) }, { onSuccess: () => onDone(words(chosen)) })
          }
          sx={{ minHeight: 50 }}
        >
          {chosen ? `Move to ${words(chosen)}` : "Choose a time"}
        </Button>
        <Button onClick={onClose} sx={{ minHeight: 50 }}>
          Keep the time
        </Button>
      </Box>
    </Box>
  );
};
