import { useMutation, useQuery } from "@connectrpc/connect-query";
import { type AutoReply, AutoReplyService, AutoReplyStatus } from "@leashline/proto/leashline/message/v1/auto_reply_service_pb.js";
import Box from "@mui/material/Box";
import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import { useCallback } from "react";
import { Controller, type UseFormReturn, useForm } from "react-hook-form";
import { ErrorState } from "../../../ui/feedback/ErrorState.tsx";
import { FormSkeleton } from "../../../ui/feedback/Skeletons.tsx";
import { FormSwitch, FormText } from "../../../ui/form/fields.tsx";
import { FormTime } from "../../../ui/form/more-fields.tsx";
import { SaveBar } from "../../../ui/form/SaveBar.tsx";
import { UnsavedGuard } from "../../../ui/form/UnsavedGuard.tsx";
import { useFormPage } from "../../../ui/form/useFormPage.ts";
import { Section } from "../../../ui/page/Section.tsx";
import { type DraftRange, daysOf, eachDay, weekOf } from "./ranges.ts";
import { WeekTimes } from "./WeekTimes.tsx";

/** The answer to a client who writes while nobody is there. */
export const AutoReplyForm = () => {
  const found = useQuery(AutoReplyService.method.getAutoReply);
  const known = found.data?.autoReply;
  if (known) return <Form known={known} onSaved={() => void found.refetch()} />;
  return found.error ? <ErrorState error={found.error} onRetry={() => void found.refetch()} /> : <FormSkeleton />;
};

type Values = { on: boolean; body: string; byDay: boolean; start: number | undefined; end: number | undefined; week: DraftRange[][] };

const valuesOf = ({ status, autoReplyBody, startTime, endTime, timeRange }: AutoReply): Values => ({
  on: status === AutoReplyStatus.ON,
  body: autoReplyBody,
  byDay: timeRange.length > 0,
  start: startTime || 18 * 60,
  end: endTime || 9 * 60,
  week: weekOf(timeRange),
});

const requestOf = ({ on, body, byDay, start, end, week }: Values) => ({
  autoReplyBody: body,
  status: on ? AutoReplyStatus.ON : AutoReplyStatus.OFF,
  startTime: start ?? 0,
  endTime: end ?? 0,
  timeRange: byDay ? daysOf(week) : [],
  updateMask: { paths: ["auto_reply_body", "status", "start_time", "end_time", "time_range"] },
});

const Form = ({ known, onSaved }: { known: AutoReply; onSaved: () => void }) => {
  const update = useMutation(AutoReplyService.method.updateAutoReply, { meta: { success: "Auto reply saved" } });
  const form = useForm<Values>({ defaultValues: valuesOf(known) });
  const { control } = form;
  const onSave = useCallback(
    async (values: Values) => {
      await update.mutateAsync(requestOf(values));
      onSaved();
    },
    [update.mutateAsync, onSaved],
  );
  const { save, submit, dirty, busy } = useFormPage(form, onSave);
  return (
    <Box component="form" noValidate onSubmit={submit}>
      <Section title="When nobody is available">
        <Box sx={{ display: "grid", gap: 1.75 }}>
          <FormSwitch control={control} name="on" label="Answer texts automatically, at most once a day per client" />
          <FormText
            control={control}
            name="body"
            label="Answer"
            multiline
            minRows={3}
            check={(text) => (form.getValues("on") && text.trim() === "" ? "Write what the client gets" : undefined)}
          />
          <Times form={form} />
        </Box>
      </Section>
      <SaveBar label="Save auto reply" dirty={dirty} busy={busy} />
      <UnsavedGuard dirty={dirty} onSave={save} />
    </Box>
  );
};

/** One time for every day, or times for each weekday. */
const Times = ({ form }: { form: UseFormReturn<Values> }) => {
  const { control, watch, setValue, getValues } = form;
  const byDay = watch("byDay");
  const choose = (next: boolean | null) => {
    if (next === null) return;
    setValue("byDay", next, { shouldDirty: true });
    const { week, start, end } = getValues();
    if (next && week.every((ranges) => ranges.length === 0)) setValue("week", eachDay({ start, end }), { shouldDirty: true });
  };
  return (
    <>
      <ToggleButtonGroup
        exclusive
        size="small"
        aria-label="Times"
        value={byDay}
        onChange={(_, next: boolean | null) => choose(next)}
        sx={{ justifySelf: "start" }}
      >
        <ToggleButton value={false}>Same every day</ToggleButton>
        <ToggleButton value={true}>By weekday</ToggleButton>
      </ToggleButtonGroup>
      {byDay ? (
        <Controller control={control} name="week" render={({ field }) => <WeekTimes week={field.value} onChange={field.onChange} />} />
      ) : (
        <Box sx={{ display: "grid", gridTemplateColumns: "140px 140px", gap: 1.5 }}>
          <FormTime control={control} name="start" label="From" />
          <FormTime control={control} name="end" label="To" />
        </Box>
      )}
    </>
  );
};
