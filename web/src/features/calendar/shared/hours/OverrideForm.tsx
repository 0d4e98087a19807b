import { useMutation } from "@connectrpc/connect-query";
import { StaffScheduleService } from "@leashline/proto/leashline/calendar/v1/staff_schedule_service_pb.js";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { Controller, useForm } from "react-hook-form";
import { DrawerForm } from "../../../../ui/form/DrawerForm.tsx";
import { FormDate } from "../../../../ui/form/more-fields.tsx";
import { addDays, daysBetween, isoToDay } from "../../../../ui/format/dates.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { required } from "../../../../ui/format/validate.ts";
import { ByTimeOrSlot } from "./ByTimeOrSlot.tsx";
import { DayRow } from "./DayRow.tsx";
import { type Day, dayProblem, overrideSaved, toDays, toggleDay } from "./hours.ts";
import { saidOfHours } from "./said-of-hours.ts";

const MOST_DAYS = 366;
const start: Day = { on: true, ranges: [{ start: 9 * 60, end: 17 * 60 }], slots: [], limits: [] };

type Values = { from: string; to: string; day: Day; bySlot: boolean };
/** Only what the chosen way of booking needs: what a date holds says how it is booked. */
const kept = (day: Day, bySlot: boolean): Day => (bySlot ? { ...day, ranges: [] } : { ...day, slots: [] });

/** Other hours, or none, on one day or every day of a span. */
export const OverrideForm = ({ staffId, onClose, onSaved }: { staffId: string; onClose: () => void; onSaved: () => void }) => {
  const today = useFormat().now().date;
  const put = useMutation(StaffScheduleService.method.saveDateOverrides, {
    onSuccess: (done, { hours }) => {
      saidOfHours(overrideSaved(hours), { staffId }, done);
      onSaved();
    },
  });
  const form = useForm<Values>({ defaultValues: { from: "", to: "", day: start, bySlot: false } });
  const bySlot = form.watch("bySlot");
  const save = ({ from, to, day }: Values) => {
    const count = daysBetween(from, to || from) + 1;
    const dates = Array.from({ length: count }, (_, at) => isoToDay(addDays(from, at))).filter((one) => one !== undefined);
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
    <DrawerForm open title="Other hours" form={form} saveLabel="Save these days" onSave={save} onClose={onClose} width={520}>
      <Box sx={{ display: "grid", gridTemplateColumns: "1fr 1fr", gap: 1.5 }}>
        <FormDate control={form.control} name="from" label="From" min={today} check={required("The first day")} />
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
          <DayRow name="Works on these days" day={field.value} bySlot={bySlot} disabled={false} onChange={field.onChange} stacked />
        )}
      />
      <Typography color="textSecondary">Existing appointments stay. The hours set for these days before are replaced.</Typography>
    </DrawerForm>
  );
};
