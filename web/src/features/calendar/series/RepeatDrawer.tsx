import { useMutation } from "@connectrpc/connect-query";
import { SeriesService } from "@leashline/proto/leashline/calendar/v1/series_service_pb.js";
import { useForm, useWatch } from "react-hook-form";
import { DrawerForm } from "../../../ui/form/DrawerForm.tsx";
import { dayToIso, isDay } from "../../../ui/format/dates.ts";
import { DatesPreview } from "../shared/repeat/DatesPreview.tsx";
import { isReady } from "../shared/repeat/dates.ts";
import { RuleFields } from "../shared/repeat/RuleFields.tsx";
import { firstDraft, type RuleDraft, ruleOf } from "../shared/repeat/rule.ts";
import { useManyActs } from "../shared/several/useManyActs.ts";
import type { Appointment } from "../shared/types.ts";
import { useDates } from "./useDates.ts";

type Props = { appointment: Appointment; onClose: () => void };

/** How an appointment repeats, with every date and what stands in its way before anything is booked. */
export const RepeatDrawer = ({ appointment, onClose }: Props) => {
  const date = isDay(appointment.appointmentDate) ? dayToIso(appointment.appointmentDate) : "";
  const form = useForm<RuleDraft>({ defaultValues: firstDraft(date) });
  const draft = useWatch({ control: form.control }) as RuleDraft;
  const create = useMutation(SeriesService.method.createSeries, { meta: { quiet: true } });
  const act = useManyActs();
  const asked = ruleOf(draft);
  const dates = useDates(appointment.id, asked);
  const save = async (values: RuleDraft) => {
    const rule = ruleOf(values);
    if (!rule || !isReady(dates)) throw new Error("not complete");
    const { id: appointmentId, version } = appointment;
    const skipDates = dates.taken.flatMap((one) => (one.date ? [one.date] : []));
    const booked = await act(
      (override) => create.mutateAsync({ appointmentId, version, rule, skipDates, ...(override && { override }) }),
      (count) => `${count} more ${count === 1 ? "appointment" : "appointments"} booked`,
      "Book",
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
      disabled={asked !== undefined && !isReady(dates)}
    >
      <RuleFields control={form.control} draft={draft} date={date} what="visits" />
      <DatesPreview dates={dates} note={leftOut(dates.taken.length)} />
    </DrawerForm>
  );
};

const leftOut = (count: number): string =>
  `${count === 1 ? "One date is" : `${count} dates are`} left out because something is in the way. The others are booked.`;
