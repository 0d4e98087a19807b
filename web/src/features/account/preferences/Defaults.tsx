import { useMutation, useQuery } from "@connectrpc/connect-query";
import { DefaultSettingService, FrequencyPeriod } from "@leashline/proto/leashline/account/v1/default_setting_service_pb.js";
import Box from "@mui/material/Box";
import { useCallback } from "react";
import { useForm } from "react-hook-form";
import { ErrorState } from "../../../ui/feedback/ErrorState.tsx";
import { FormSkeleton } from "../../../ui/feedback/Skeletons.tsx";
import { FormSelect, FormText } from "../../../ui/form/fields.tsx";
import { SaveBar } from "../../../ui/form/SaveBar.tsx";
import { UnsavedGuard } from "../../../ui/form/UnsavedGuard.tsx";
import { useFormPage } from "../../../ui/form/useFormPage.ts";
import { email } from "../../../ui/format/validate.ts";
import { Section } from "../../../ui/page/Section.tsx";
import { SettingsFrame } from "../../settings/SettingsFrame.tsx";

const PERIODS = [
  { value: String(FrequencyPeriod.DAY), label: "days" },
  { value: String(FrequencyPeriod.WEEK), label: "weeks" },
  { value: String(FrequencyPeriod.MONTH), label: "months" },
];

type Values = { emails: string; value: string; period: string };

const lines = (text: string): string[] => [...new Set(text.split(/[\s,;]+/).filter(Boolean))];
const MOST_EMAILS = 20;

const emailsProblem = (text: string): string | undefined => {
  const all = lines(text);
  const wrong = all.find((one) => email(one));
  if (wrong) return `Invalid email: ${wrong}`;
  return all.length > MOST_EMAILS ? `At most ${MOST_EMAILS} addresses` : undefined;
};
const isCount = (value: string) => (/^[1-9]\d{0,2}$/.test(value) && Number(value) <= 365 ? undefined : "A number from 1 to 365");

/** Who gets the business's own notifications, and how often a new client is expected back. */
const Defaults = () => {
  const emails = useQuery(DefaultSettingService.method.getBusinessEmail);
  const frequency = useQuery(DefaultSettingService.method.getDefaultGroomingFrequency);
  const error = emails.error ?? frequency.error;
  const reload = async () => {
    await Promise.all([emails.refetch(), frequency.refetch()]);
  };
  const [mail, often] = [emails.data?.businessEmail, frequency.data?.frequency];
  return (
    <SettingsFrame title="Defaults and email" maxWidth={640}>
      {mail && often ? (
        <Form
          start={{ emails: mail.notificationEmailList.join("\n"), value: String(often.value), period: String(often.period) }}
          fallback={mail.notificationEmail}
          onSaved={reload}
        />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void reload()} />
      ) : (
        <FormSkeleton fields={3} />
      )}
    </SettingsFrame>
  );
};

const Form = ({ start, fallback, onSaved }: { start: Values; fallback: string; onSaved: () => Promise<void> }) => {
  const setEmails = useMutation(DefaultSettingService.method.updateBusinessEmail);
  const setFrequency = useMutation(DefaultSettingService.method.updateDefaultGroomingFrequency, { meta: { success: "Defaults saved" } });
  const form = useForm<Values>({ defaultValues: start });
  const { control } = form;
  const onSave = useCallback(
    async ({ emails, value, period }: Values) => {
      await setEmails.mutateAsync({ notificationEmailList: lines(emails), updateMask: { paths: ["notification_email_list"] } });
      await setFrequency.mutateAsync({ value: Number(value), period: Number(period) });
      await onSaved();
    },
    [setEmails.mutateAsync, setFrequency.mutateAsync, onSaved],
  );
  const { save, submit, dirty, busy } = useFormPage(form, onSave);
  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: "grid", gap: 2 }}>
      <Section title="Notifications by email">
        <FormText
          control={control}
          name="emails"
          label="Addresses"
          multiline
          minRows={3}
          check={emailsProblem}
          help={fallback ? `One on each line. Without any, ${fallback} gets them.` : "One on each line."}
        />
      </Section>
      <Section title="How often clients come back">
        <Box sx={{ display: "grid", gridTemplateColumns: "1fr 1fr", gap: 1.75 }}>
          <FormText control={control} name="value" label="A new client comes every" check={isCount} />
          <FormSelect control={control} name="period" label="Days, weeks or months" options={PERIODS} />
        </Box>
      </Section>
      <SaveBar label="Save defaults" dirty={dirty} busy={busy} />
      <UnsavedGuard dirty={dirty} onSave={save} />
    </Box>
  );
};

export default Defaults;
