import { useMutation } from "@connectrpc/connect-query";
import type { DateOverride } from "@leashline/proto/leashline/calendar/v1/schedule_pb.js";
import { StaffScheduleService } from "@leashline/proto/leashline/calendar/v1/staff_schedule_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { lazy, Suspense, useState } from "react";
import { Controller, useForm } from "react-hook-form";
import { DrawerForm } from "../../../../ui/form/DrawerForm.tsx";
import { FormDate } from "../../../../ui/form/more-fields.tsx";
import { datesBetween, daysBetween, dayToIso, isDay, isoToDay } from "../../../../ui/format/dates.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { required } from "../../../../ui/format/validate.ts";
import { BookedOn } from "../booked/BookedOn.tsx";
import { ByTimeOrSlot } from "./ByTimeOrSlot.tsx";
import { DayRow } from "./DayRow.tsx";
import { type Day, dayProblem, limitsWords, overrideSaved, toDay, toDays, toggleDay } from "./hours.ts";
import { saidOfHours } from "./said-of-hours.ts";

const LimitsDrawer = lazy(() => import("./LimitsDrawer.tsx"));

const MOST_DAYS = 366;
const start: Day = { on: true, ranges: [{ start: 9 * 60, end: 17 * 60 }], slots: [], limits: [] };

type Values = { from: string; to: string; day: Day; bySlot: boolean };
/** Only what the chosen way of booking needs: what a date holds says how it is booked. */
const kept = (day: Day, bySlot: boolean): Day => (bySlot ? { ...day, ranges: [] } : { ...day, slots: [] });

/** A day as it is worked so far, without other hours of its own. */
export type Planned = { date: string; day: Day };

const valuesOf = (known: DateOverride | undefined, planned: Planned | undefined): Values => {
  if (!known && planned) return { from: planned.date, to: "", day: planned.day, bySlot: planned.day.slots.length > 0 };
  if (!known) return { from: "", to: "", day: start, bySlot: false };
  const date = isDay(known.date) ? dayToIso(known.date) : "";
  const day = toDay(known.hours);
  return { from: date, to: "", day, bySlot: day.slots.length > 0 };
};

type Props = {
  staffId: string;
  /** Whose hours they are. */
  name: string;
  /** What is set for a day already. */
  known: DateOverride | undefined;
  planned?: Planned | undefined;
  onClose: () => void;
  onSaved: () => void;
};

/** Other hours, or none, on one day or every day of a span. */
export const OverrideForm = ({ staffId, name, known, planned, onClose, onSaved }: Props) => {
  const today = useFormat().now().date;
  const put = useMutation(StaffScheduleService.method.saveDateOverrides, {
    onSuccess: (done, { hours }) => {
      saidOfHours(overrideSaved(hours), { staffId }, done);
      onSaved();
    },
  });
  const form = useForm<Values>({ defaultValues: valuesOf(known, planned) });
  const [limiting, setLimiting] = useState(false);
  const [bySlot, day, from, to] = form.watch(["bySlot", "day", "from", "to"]);
  const save = ({ from, to, day }: Values) => {
    const dates = datesBetween(from, to || from)
      .map(isoToDay)
      .filter((one) => one !== undefined);
    const [hours] = toDays([[kept(day, bySlot)]]);
    return put.mutateAsync({ staffId, dates, hours });
  };
  const endProblem = (to: string): string | undefined => {
    const from = form.getValues("from");
    if (!to || !from) return undefined;
    if (to < from) return "Ends before it starts";
    return daysBetween(from, to) >= MOST_DAYS ? "At most a year at once" : undefined;
  };
  return (
    <>
      <DrawerForm
        open
        title={`Other hours for ${name}`}
        form={form}
        saveLabel="Save these days"
        onSave={save}
        onClose={onClose}
        width={520}
      >
        <Box sx={{ display: "grid", gridTemplateColumns: "1fr 1fr", gap: 1.5 }}>
          <FormDate
            control={form.control}
            name="from"
            label="From"
            min={today}
            check={required("The first day")}
            // Changed from another day on, this one would stay as it was.
            disabled={known !== undefined}
          />
          <FormDate control={form.control} name="to" label="To" min={today} help="Leave empty for one day" check={endProblem} />
        </Box>
        <Controller
          control={form.control}
          name="bySlot"
          render={({ field }) => (
            <ByTimeOrSlot
              bySlot={field.value}
              onChange={(next) => {
                field.onChange(next);
                form.setValue("day", toggleDay(form.getValues("day"), form.getValues("day").on, next));
              }}
            />
          )}
        />
        <Controller
          control={form.control}
          name="day"
          rules={{ validate: (day, values) => dayProblem(day, values.bySlot) ?? true }}
          render={({ field }) => (
            <DayRow name="Works on these days" day={field.value} bySlot={bySlot} disabled={false} onChange={field.onChange} stacked>
              <Button size="small" variant="text" onClick={() => setLimiting(true)}>
                {limitsWords(field.value.limits.length, "Limits as usual")}
              </Button>
            </DayRow>
          )}
        />
        <BookedOn days={{ from, to: to || from, staffId }} />
        <Typography color="textSecondary">Existing appointments stay. The hours set for these days before are replaced.</Typography>
      </DrawerForm>
      {limiting && (
        <Suspense>
          <LimitsDrawer
            name="these days"
            limits={day.limits}
            disabled={false}
            certainDays
            onSave={(limits) => form.setValue("day", { ...form.getValues("day"), limits }, { shouldDirty: true })}
            onClose={() => setLimiting(false)}
          />
        </Suspense>
      )}
    </>
  );
};
