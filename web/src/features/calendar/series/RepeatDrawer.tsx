import { useMutation } from "@connectrpc/connect-query";
import { SeriesService } from "@leashline/proto/leashline/calendar/v1/series_service_pb.js";
import { useForm } from "react-hook-form";
import { DrawerForm } from "../../../ui/form/DrawerForm.tsx";
import { dayToIso, isDay } from "../../../ui/format/dates.ts";
import { plural } from "../../../ui/format/text.ts";
import { DatesPreview } from "../shared/repeat/DatesPreview.tsx";
import { RuleFields } from "../shared/repeat/RuleFields.tsx";
import { firstDraft, type RuleDraft } from "../shared/repeat/rule.ts";
import { useManyActs } from "../shared/several/useManyActs.ts";
import type { Appointment } from "../shared/types.ts";
import { useRule } from "./useRule.ts";

type Props = { appointment: Appointment; onClose: () => void };

/** How an appointment repeats, with every date and what stands in its way before anything is booked. */
export const RepeatDrawer = ({ appointment, onClose }: Props) => {
  const date = isDay(appointment.appointmentDate) ? dayToIso(appointment.appointmentDate) : "";
  const form = useForm<RuleDraft>({ defaultValues: firstDraft(date) });
  const { draft, dates, wished, waits } = useRule(appointment, form);
  const create = useMutation(SeriesService.method.createSeries, { meta: { quiet: true } });
  const act = useManyActs();
  const save = async (values: RuleDraft) => {
    const wish = wished(values);
    const booked = await act(
      (override) => create.mutateAsync({ ...wish, ...(override && { override }) }),
      (count) => `${plural(count, "more appointment")} booked`,
      "Book",
    );
    if (!booked) throw new Error("not booked");
  };
  return (
    <DrawerForm
      open
      addressed
      title="Repeat the appointment"
      form={form}
      onSave={save}
      onClose={onClose}
      saveLabel={dates.free.length > 0 ? `Book ${plural(dates.free.length, "appointment")}` : "Book"}
      disabled={waits}
    >
      <RuleFields control={form.control} draft={draft} date={date} what="visits" />
      <DatesPreview dates={dates} note={leftOut(dates.taken.length)} />
    </DrawerForm>
  );
};

const leftOut = (count: number): string =>
  `${count === 1 ? "One date is" : `${count} dates are`} left out because something is in the way. The others are booked.`;
