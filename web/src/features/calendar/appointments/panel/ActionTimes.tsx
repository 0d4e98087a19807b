import { timestampDate, timestampFromDate } from "@bufbuild/protobuf/wkt";
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
import { DateField } from "../../../../ui/inputs/DateField.tsx";
import { TimeField } from "../../../../ui/inputs/TimeField.tsx";
import type { Appointment } from "../../shared/types.ts";
import { Section } from "./AppointmentBill.tsx";

type Stamp = Appointment["checkInTime"];
const asDate = (stamp: Stamp): Date | undefined => stamp && timestampDate(stamp);

type Came = { in: Date | undefined; out: Date | undefined };
/** A moment as the business's clock shows it; without minutes it was not recorded. */
type Shown = { day: string; minutes: number | undefined };
type Put = { in: Shown; out: Shown };
type Touched = { in?: Partial<Shown>; out?: Partial<Shown> };

const shownAs = (at: Date | undefined, day: string, zone: string): Shown => {
  if (!at) return { day, minutes: undefined };
  const { date, minutes } = nowIn(zone, at);
  return { day: date, minutes };
};

/** What the fields begin with. Who was finished without a check-in gets the day of that for one. */
export const shownOf = (came: Came, zone: string): Put => {
  const on = came.in ?? came.out ?? new Date();
  const { date } = nowIn(zone, on);
  return { in: shownAs(came.in, date, zone), out: shownAs(came.out, date, zone) };
};

/** What the fields show: what was written into them, and the rest as it is by now, whoever corrected it meanwhile. */
export const putOf = (shown: Put, touched: Touched): Put => ({
  in: { ...shown.in, ...touched.in },
  out: { ...shown.out, ...touched.out },
});

const moved = (was: Date | undefined, to: Shown, zone: string): Date | undefined => {
  const before = shownAs(was, to.day, zone);
  if (to.minutes === undefined || to.day === "" || (before.day === to.day && before.minutes === to.minutes)) return undefined;
  return instantIn(to.day, to.minutes, zone);
};

/** What was put right, or what is wrong with it. */
export const corrected = (came: Came, put: Put, zone: string, now: Date): { checkIn?: Date; checkOut?: Date; fault?: string } => {
  const [checkIn, checkOut] = [moved(came.in, put.in, zone), moved(came.out, put.out, zone)];
  const [arrived, left] = [checkIn ?? came.in, checkOut ?? came.out];
  if ((checkIn && checkIn > now) || (checkOut && checkOut > now)) return { fault: "This time is still to come" };
  if ((checkIn || checkOut) && arrived && left && left < arrived) return { fault: "The check-out is before the check-in" };
  return { ...(checkIn && { checkIn }), ...(checkOut && { checkOut }) };
};

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
  const done = async () => {
    if (fault) return;
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
      {fault && (
        <Typography color="error" role="alert">
          {fault}
        </Typography>
      )}
      {may && (
        <Button
          size="small"
          loading={update.isPending}
          onClick={() => (put ? void done().catch(() => undefined) : setTouched({}))}
          sx={{ justifySelf: "start", minWidth: 0, px: 0 }}
        >
          {put ? "Done" : "Correct these times"}
        </Button>
      )}
    </Section>
  );
};
