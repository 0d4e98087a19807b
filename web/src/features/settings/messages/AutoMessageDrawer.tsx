import { useMutation, useQuery } from "@connectrpc/connect-query";
import type { AutoMessage } from "@leashline/proto/leashline/message/v1/auto_message_pb.js";
import { AutoMessageService } from "@leashline/proto/leashline/message/v1/auto_message_service_pb.js";
import { MessageMethod } from "@leashline/proto/leashline/message/v1/message_pb.js";
import { TemplateService } from "@leashline/proto/leashline/message/v1/template_service_pb.js";
import Box from "@mui/material/Box";
import Chip from "@mui/material/Chip";
import Typography from "@mui/material/Typography";
import { useForm } from "react-hook-form";
import { LONG_STALE } from "../../../app/query-client.ts";
import { DrawerForm } from "../../../ui/DrawerForm.tsx";
import { FormSelect, FormSwitch, FormText } from "../../../ui/form/fields.tsx";
import { FormTime } from "../../../ui/form/more-fields.tsx";
import { useSettled } from "../../../ui/useSettled.ts";
import { DAYS_BEFORE, daysWords, HOURS_AFTER, hoursWords, USE_CASES } from "./use-cases.ts";

const NEVER = { value: "", label: "Do not send" };

const valuesOf = (message: AutoMessage) => ({
  isEnabled: message.isEnabled,
  sms: message.clientReceive.includes(MessageMethod.SMS),
  email: message.clientReceive.includes(MessageMethod.EMAIL),
  daysBefore: message.daysBefore === undefined ? "" : String(message.daysBefore),
  minutesAt: message.minutesAt as number | undefined,
  hoursAfter: message.hoursAfter === undefined ? "" : String(message.hoursAfter),
  smsBody: message.templates[0]?.smsBody ?? "",
  emailSubject: message.templates[0]?.emailSubject ?? "",
  emailBody: message.templates[0]?.emailBody ?? "",
});
type Values = ReturnType<typeof valuesOf>;

/** When one automatic message goes out, how, and what it says. Templates for single care types stay as they are. */
export const AutoMessageDrawer = ({ message, onClose, onSaved }: { message: AutoMessage; onClose: () => void; onSaved: () => void }) => {
  const useCase = USE_CASES.find((one) => one.id === message.useCase);
  const update = useMutation(AutoMessageService.method.updateAutoMessage, { meta: { success: "Message saved" } });
  const form = useForm<Values>({ defaultValues: valuesOf(message) });
  const { control, watch } = form;
  const save = async (values: Values) => {
    const { smsBody, emailSubject, emailBody } = values;
    const [first, ...others] = message.templates;
    const keep = [MessageMethod.APP].filter((method) => message.clientReceive.includes(method));
    await update.mutateAsync({
      useCase: message.useCase,
      version: message.version,
      isEnabled: values.isEnabled,
      clientReceive: [...(values.sms ? [MessageMethod.SMS] : []), ...(values.email ? [MessageMethod.EMAIL] : []), ...keep],
      minutesAt: values.minutesAt ?? message.minutesAt,
      ...(values.daysBefore !== "" && { daysBefore: Number(values.daysBefore) }),
      ...(values.hoursAfter !== "" && { hoursAfter: Number(values.hoursAfter) }),
      templates: [
        { serviceItemTypes: first?.serviceItemTypes ?? [], appBody: first?.appBody ?? "", smsBody, emailSubject, emailBody },
        ...others,
      ],
    });
    onSaved();
  };
  const [sms, email] = watch(["sms", "email"]);
  return (
    <DrawerForm open title={useCase?.label ?? "Message"} form={form} saveLabel="Save message" onSave={save} onClose={onClose} width={520}>
      <Typography color="textSecondary">{useCase?.text}</Typography>
      <FormSwitch control={control} name="isEnabled" label="On" />
      {useCase?.timing === "days" && (
        <Box sx={{ display: "grid", gridTemplateColumns: "1.4fr 1fr", gap: 1.5 }}>
          <FormSelect
            control={control}
            name="daysBefore"
            label="When"
            options={[NEVER, ...DAYS_BEFORE.map((days) => ({ value: String(days), label: daysWords(days) }))]}
          />
          <FormTime control={control} name="minutesAt" label="At" />
        </Box>
      )}
      {useCase?.timing === "hours" && (
        <FormSelect
          control={control}
          name="hoursAfter"
          label="When"
          options={[NEVER, ...HOURS_AFTER.map((hours) => ({ value: String(hours), label: hoursWords(hours) }))]}
        />
      )}
      <Box sx={{ display: "flex", gap: 2 }}>
        <FormSwitch control={control} name="sms" label="By text" />
        <FormSwitch control={control} name="email" label="By e-mail" />
      </Box>
      {sms && <FormText control={control} name="smsBody" label="Text" multiline minRows={3} help="Empty: our standard text." />}
      {email && (
        <>
          <FormText control={control} name="emailSubject" label="Subject" help="Empty: our standard subject and e-mail." />
          <FormText control={control} name="emailBody" label="E-mail" multiline minRows={5} />
        </>
      )}
      <Placeholders onInsert={(name) => form.setValue("smsBody", `${form.getValues("smsBody")}${name}`, { shouldDirty: true })} />
      <Preview values={watch()} />
    </DrawerForm>
  );
};

const Placeholders = ({ onInsert }: { onInsert: (name: string) => void }) => {
  const list = useQuery(TemplateService.method.listPlaceholders, {}, { staleTime: LONG_STALE }).data?.placeholders ?? [];
  if (list.length === 0) return null;
  return (
    <Box>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 0.5 }}>
        Filled in for each client; press to add to the text
      </Typography>
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 0.5 }}>
        {list.map((one) => (
          <Chip key={one.name} size="small" label={one.name} title={one.meaning} onClick={() => onInsert(one.name)} />
        ))}
      </Box>
    </Box>
  );
};

const Preview = ({ values }: { values: Values }) => {
  const { smsBody, emailSubject, emailBody, sms } = useSettled(values, 400);
  const shown = useQuery(
    AutoMessageService.method.previewAutoMessage,
    { template: { smsBody, emailSubject, emailBody } },
    { enabled: Boolean(smsBody || emailBody) },
  );
  const text = shown.data?.template;
  if (!text) return null;
  return (
    <Box aria-live="polite">
      <Typography variant="body2" color="textSecondary" sx={{ mb: 0.5 }}>
        For example
      </Typography>
      <Box sx={{ bgcolor: "tone.accent.soft", borderRadius: "12px", p: 1.5, whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
        {sms ? text.smsBody : text.emailSubject}
      </Box>
    </Box>
  );
};
