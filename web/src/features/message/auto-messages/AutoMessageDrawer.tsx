import { useMutation } from "@connectrpc/connect-query";
import type { AutoMessage } from "@leashline/proto/leashline/message/v1/auto_message_pb.js";
import { AutoMessageService } from "@leashline/proto/leashline/message/v1/auto_message_service_pb.js";
import { MessageMethod } from "@leashline/proto/leashline/message/v1/message_pb.js";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { useForm } from "react-hook-form";
import { DrawerForm } from "../../../ui/form/DrawerForm.tsx";
import { FormSelect, FormSwitch } from "../../../ui/form/fields.tsx";
import { FormTime } from "../../../ui/form/more-fields.tsx";
import { templatesFrom, wordingsOf } from "./templates.ts";
import { DAYS_BEFORE, daysWords, HOURS_AFTER, hoursWords, USE_CASES } from "./use-cases.ts";
import { Wordings } from "./Wordings.tsx";

const NEVER = { value: "", label: "Do not send" };

const valuesOf = (message: AutoMessage) => ({
  isEnabled: message.isEnabled,
  sms: message.clientReceive.includes(MessageMethod.SMS),
  email: message.clientReceive.includes(MessageMethod.EMAIL),
  daysBefore: message.daysBefore === undefined ? "" : String(message.daysBefore),
  minutesAt: message.minutesAt as number | undefined,
  hoursAfter: message.hoursAfter === undefined ? "" : String(message.hoursAfter),
  templates: wordingsOf(message),
});
export type Values = ReturnType<typeof valuesOf>;

/** When one automatic message goes out, how, and what it says. */
export const AutoMessageDrawer = ({ message, onClose, onSaved }: { message: AutoMessage; onClose: () => void; onSaved: () => void }) => {
  const useCase = USE_CASES.find((one) => one.id === message.useCase);
  const update = useMutation(AutoMessageService.method.updateAutoMessage, { meta: { success: "Message saved" } });
  const form = useForm<Values>({ defaultValues: valuesOf(message) });
  const { control } = form;
  const save = async (values: Values) => {
    const keep = [MessageMethod.APP].filter((method) => message.clientReceive.includes(method));
    await update.mutateAsync({
      useCase: message.useCase,
      version: message.version,
      isEnabled: values.isEnabled,
      clientReceive: [...(values.sms ? [MessageMethod.SMS] : []), ...(values.email ? [MessageMethod.EMAIL] : []), ...keep],
      minutesAt: values.minutesAt ?? message.minutesAt,
      ...(values.daysBefore !== "" && { daysBefore: Number(values.daysBefore) }),
      ...(values.hoursAfter !== "" && { hoursAfter: Number(values.hoursAfter) }),
      templates: templatesFrom(values.templates, message.standard),
      updateMask: { paths: ["is_enabled", "client_receive", "minutes_at", "days_before", "hours_after", "templates"] },
    });
    onSaved();
  };
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
        <FormSwitch control={control} name="email" label="By email" />
      </Box>
      <Wordings form={form} />
    </DrawerForm>
  );
};
