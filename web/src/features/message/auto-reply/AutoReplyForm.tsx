import { useMutation, useQuery } from "@connectrpc/connect-query";
import { type AutoReply, AutoReplyService, AutoReplyStatus } from "@leashline/proto/leashline/message/v1/auto_reply_service_pb.js";
import Box from "@mui/material/Box";
import { useCallback } from "react";
import { useForm } from "react-hook-form";
import { ErrorState } from "../../../ui/feedback/ErrorState.tsx";
import { FormSkeleton } from "../../../ui/feedback/Skeletons.tsx";
import { FormSwitch, FormText } from "../../../ui/form/fields.tsx";
import { FormTime } from "../../../ui/form/more-fields.tsx";
import { SaveBar } from "../../../ui/form/SaveBar.tsx";
import { UnsavedGuard } from "../../../ui/form/UnsavedGuard.tsx";
import { useFormPage } from "../../../ui/form/useFormPage.ts";
import { Section } from "../../../ui/page/Section.tsx";

/** The answer to a client who writes while nobody is there. */
export const AutoReplyForm = () => {
  const found = useQuery(AutoReplyService.method.getAutoReply);
  const known = found.data?.autoReply;
  if (known) return <Form known={known} onSaved={() => void found.refetch()} />;
  return found.error ? <ErrorState error={found.error} onRetry={() => void found.refetch()} /> : <FormSkeleton />;
};

const Form = ({ known, onSaved }: { known: AutoReply; onSaved: () => void }) => {
  const update = useMutation(AutoReplyService.method.updateAutoReply, { meta: { success: "Auto reply saved" } });
  const form = useForm({
    defaultValues: {
      on: known.status === AutoReplyStatus.ON,
      body: known.autoReplyBody,
      start: (known.startTime || 18 * 60) as number | undefined,
      end: (known.endTime || 9 * 60) as number | undefined,
    },
  });
  const { control } = form;
  const onSave = useCallback(
    async (values: { on: boolean; body: string; start: number | undefined; end: number | undefined }) => {
      await update.mutateAsync({
        autoReplyBody: values.body,
        status: values.on ? AutoReplyStatus.ON : AutoReplyStatus.OFF,
        startTime: values.start ?? 0,
        endTime: values.end ?? 0,
      });
      onSaved();
    },
    [update.mutateAsync, onSaved],
  );
  const { save, submit, dirty, busy } = useFormPage(form, onSave);
  return (
    <Box component="form" noValidate onSubmit={submit}>
      <Section title="When nobody is there">
        <Box sx={{ display: "grid", gap: 1.75 }}>
          <FormSwitch control={control} name="on" label="Answer by itself, at most once a day per client" />
          <FormText
            control={control}
            name="body"
            label="Answer"
            multiline
            minRows={3}
            check={(text) => (form.getValues("on") && text.trim() === "" ? "Write what the client gets" : undefined)}
          />
          <Box sx={{ display: "grid", gridTemplateColumns: "140px 140px", gap: 1.5 }}>
            <FormTime control={control} name="start" label="From" />
            <FormTime control={control} name="end" label="To" />
          </Box>
        </Box>
      </Section>
      <SaveBar label="Save auto reply" dirty={dirty} busy={busy} />
      <UnsavedGuard dirty={dirty} onSave={save} />
    </Box>
  );
};
