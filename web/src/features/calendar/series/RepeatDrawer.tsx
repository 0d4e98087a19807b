import { useMutation } from "@connectrpc/connect-query";
import { SeriesService } from "@leashline/proto/leashline/calendar/v1/series_service_pb.js";
import Box from "@mui/material/Box";
import { type Control, useForm, useWatch } from "react-hook-form";
import { DrawerForm } from "../../../ui/form/DrawerForm.tsx";
import { FormChips } from "../../../ui/form/FormChips.tsx";
import { FormSelect, FormText } from "../../../ui/form/fields.tsx";
import { FormDate } from "../../../ui/form/more-fields.tsx";
import { addDays, dayToIso, isDay, weekday } from "../../../ui/format/dates.ts";
import type { Appointment } from "../shared/types.ts";
import { DatesPreview } from "./DatesPreview.tsx";
import { firstDraft, nthWeekday, type RuleDraft, ruleOf, WEEKDAYS } from "./rule.ts";
import { useDates } from "./useDates.ts";
import { useSeriesActs } from "./useSeriesActs.ts";

type Props = { appointment: Appointment; onClose: () => void };

/** How an appointment repeats, with every date and what stands in its way before anything is booked. */
export const RepeatDrawer = ({ appointment, onClose }: Props) => {
  const date = isDay(appointment.appointmentDate) ? dayToIso(appointment.appointmentDate) : "";
  const form = useForm<RuleDraft>({ defaultValues: firstDraft(date) });
  const draft = useWatch({ control: form.control }) as RuleDraft;
  const create = useMutation(SeriesService.method.createSeries, { meta: { quiet: true } });
  const act = useSeriesActs();
  const dates = useDates(appointment.id, ruleOf(draft));
  const save = async (values: RuleDraft) => {
    const rule = ruleOf(values);
    if (!rule || dates.free.length === 0) throw new Error("not complete");
    const { id: appointmentId, version } = appointment;
    const skipDates = dates.taken.flatMap((one) => (one.date ? [one.date] : []));
    const booked = await act(
      () => create.mutateAsync({ appointmentId, version, rule, skipDates }),
      (count) => `${count} more ${count === 1 ? "appointment" : "appointments"} booked`,
    );
    if (!booked) throw new Error("not booked");
  };
  const several = dates.free.length === 1 ? "1 appointment" : `${dates.free.length} appointments`;
  return (
    <DrawerForm
      open
      addressed
      title="Repeat the appointment"
      form={form}
      onSave={save}
      onClose={onClose}
      saveLabel={dates.free.length > 0 ? `Book ${several}` : "Book"}
    >
      <RuleFields control={form.control} draft={draft} date={date} />
      <DatesPreview dates={dates} />
    </DrawerForm>
  );
};

const wholeIn = (from: number, to: number) => (text: string) =>
  /^\d+$/.test(text.trim()) && Number(text) >= from && Number(text) <= to ? undefined : `A number from ${from} to ${to}`;

const RuleFields = ({ control, draft, date }: { control: Control<RuleDraft>; draft: RuleDraft; date: string }) => {
  const own = String(weekday(date));
  return (
    <>
      <Box sx={{ display: "grid", gridTemplateColumns: "1fr 2fr", gap: 1.5 }}>
        <FormText control={control} name="interval" label="Every" check={wholeIn(1, 99)} />
        <FormSelect
          control={control}
          name="frequency"
          label="Unit"
          options={[
            { value: "1", label: "days" },
            { value: "2", label: "weeks" },
            { value: "3", label: "months" },
          ]}
        />
      </Box>
      {draft.frequency === "2" && (
        <FormChips
          control={control}
          name="weekdays"
          label={`On these days; ${WEEKDAYS[Number(own)]} always counts`}
          options={WEEKDAYS.map((name, day) => ({ value: String(day), label: name.slice(0, 3) }))}
        />
      )}
      {draft.frequency === "3" && (
        <FormSelect
          control={control}
          name="monthDay"
          label="Day of the month"
          options={[
            { value: "1", label: `Day ${Number(date.slice(8))}, or the last day of a shorter month` },
            { value: "2", label: `The ${nthWeekday(date)}` },
          ]}
        />
      )}
      <FormSelect
        control={control}
        name="ends"
        label="Ends"
        options={[
          { value: "count", label: "After a number of visits" },
          { value: "until", label: "On a date" },
        ]}
      />
      {draft.ends === "count" ? (
        <FormText control={control} name="count" label="Visits in all, with this one" check={wholeIn(2, 100)} />
      ) : (
        <FormDate control={control} name="until" label="Last day" min={addDays(date, 1)} />
      )}
    </>
  );
};
