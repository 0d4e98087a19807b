import { useMutation, useQuery } from "@connectrpc/connect-query";
import { type RepeatRule, SeriesService } from "@leashline/proto/leashline/calendar/v1/series_service_pb.js";
import Typography from "@mui/material/Typography";
import { useForm } from "react-hook-form";
import { ErrorState } from "../../../ui/feedback/ErrorState.tsx";
import { ProgressLine } from "../../../ui/feedback/ProgressLine.tsx";
import { DrawerForm } from "../../../ui/form/DrawerForm.tsx";
import { dayToIso, isDay } from "../../../ui/format/dates.ts";
import { plural } from "../../../ui/format/text.ts";
import { SideDrawer } from "../../../ui/page/SideDrawer.tsx";
import { DatesPreview } from "../shared/repeat/DatesPreview.tsx";
import type { Dates } from "../shared/repeat/dates.ts";
import { RuleFields } from "../shared/repeat/RuleFields.tsx";
import { draftOf, type RuleDraft, type SeriesVisit } from "../shared/repeat/rule.ts";
import { useManyActs } from "../shared/several/useManyActs.ts";
import type { Appointment } from "../shared/types.ts";
import { useRule } from "./useRule.ts";

const TITLE = "Change how often";

type Props = { appointment: Appointment; onClose: () => void };

/** Another rule for this appointment and those that follow. */
export const RuleDrawer = ({ appointment, onClose }: Props) => {
  const { data, error, refetch } = useQuery(SeriesService.method.getSeries, { appointmentId: appointment.id });
  if (!data?.rule && error)
    return (
      <SideDrawer open addressed title={TITLE} onClose={onClose}>
        <ErrorState compact error={error} onRetry={() => void refetch()} />
      </SideDrawer>
    );
  if (!data?.rule) return <ProgressLine label="Loading the series" />;
  const visits = data.appointments.map((one) => ({ date: dayOf(one), editable: one.editable }));
  return <Rule appointment={appointment} rule={data.rule} visits={visits} onClose={onClose} />;
};

const dayOf = ({ appointmentDate }: Appointment): string => (isDay(appointmentDate) ? dayToIso(appointmentDate) : "");

const Rule = ({ appointment, rule: before, visits, onClose }: Props & { rule: RepeatRule; visits: readonly SeriesVisit[] }) => {
  const date = dayOf(appointment);
  const form = useForm<RuleDraft>({ defaultValues: draftOf(before, date, visits) });
  const { draft, dates, wished, waits } = useRule(appointment, form);
  const change = useMutation(SeriesService.method.changeSeriesRule, { meta: { quiet: true } });
  const act = useManyActs();
  // As it stands, it is the rule that holds already.
  const { isDirty } = form.formState;
  const save = async (values: RuleDraft) => {
    const wish = wished(values);
    const said = saidOf(dates);
    const done = await act(
      (override) => change.mutateAsync({ ...wish, ...(override && { override }) }),
      () => said,
      "Book",
    );
    if (!done) throw new Error("not changed");
  };
  return (
    <DrawerForm
      open
      addressed
      title={TITLE}
      form={form}
      onSave={save}
      onClose={onClose}
      saveLabel={labelOf(dates)}
      disabled={!isDirty || waits}
    >
      <Typography color="textSecondary">For this visit and those that follow. Earlier ones stay as they are.</Typography>
      <RuleFields control={form.control} draft={draft} date={date} what="visits" />
      <DatesPreview dates={dates} note="Dates on which something is in the way are left out." changing />
    </DrawerForm>
  );
};

const counted = (count: number): string => plural(count, "visit");

const labelOf = ({ free, over }: Dates): string => {
  if (free.length > 0 && over.length > 0) return `Book ${free.length}, cancel ${counted(over.length)}`;
  if (over.length > 0) return `Cancel ${counted(over.length)}`;
  return free.length > 0 ? `Book ${counted(free.length)}` : "Save";
};

const saidOf = ({ free, over }: Dates): string => {
  const parts = [
    ...(free.length > 0 ? [`${counted(free.length)} booked`] : []),
    ...(over.length > 0 ? [`${counted(over.length)} canceled`] : []),
  ];
  return parts.join(", ") || "Series changed";
};
