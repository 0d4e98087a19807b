import { useMutation, useQuery } from "@connectrpc/connect-query";
import { MetadataService, type MultiStaffSetting } from "@leashline/proto/leashline/account/v1/metadata_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import Typography from "@mui/material/Typography";
import { useCallback } from "react";
import { type Control, useFieldArray, useForm } from "react-hook-form";
import { ErrorState } from "../../../ui/feedback/ErrorState.tsx";
import { FormSkeleton } from "../../../ui/feedback/Skeletons.tsx";
import { FormSwitch, FormText } from "../../../ui/form/fields.tsx";
import { SaveBar } from "../../../ui/form/SaveBar.tsx";
import { UnsavedGuard } from "../../../ui/form/UnsavedGuard.tsx";
import { useFormPage } from "../../../ui/form/useFormPage.ts";
import { percent } from "../../../ui/format/checks/share.ts";
import { all, required } from "../../../ui/format/validate.ts";
import { Icon } from "../../../ui/icons.tsx";
import { Section } from "../../../ui/page/Section.tsx";
import { SettingsFrame } from "../../settings/SettingsFrame.tsx";

const MOST_STEPS = 20;
/** Two people, unless somebody says otherwise (growth §9). */
const NEW_STEP = { taskName: "", staffNumber: "2", priceRatio: "", duration: "" };

const valuesOf = (known: MultiStaffSetting) => ({
  displayCommission: known.displayCommission,
  autoMemorizeWorkPattern: known.autoMemorizeWorkPattern,
  steps: known.workPattern.map(({ taskName, staffNumber, priceRatio, duration }) => ({
    taskName,
    staffNumber: String(staffNumber),
    priceRatio: String(priceRatio),
    duration: String(duration),
  })),
});
type Values = ReturnType<typeof valuesOf>;

const isPeople = (value: string) => (/^[1-9]\d?$/.test(value) ? undefined : "A number from 1 to 99");
const isMinutes = (value: string) => (/^\d{1,4}$/.test(value) ? undefined : "Minutes, like 45");

/** How one service is shared out among several staff: the tasks, how many people, what share of price and time. */
const SharedWork = () => {
  const setting = useQuery(MetadataService.method.getMultiStaffSetting);
  return (
    <SettingsFrame title="Split services" maxWidth={760}>
      {setting.data?.setting ? (
        <Form known={setting.data.setting} onSaved={() => void setting.refetch()} />
      ) : setting.error ? (
        <ErrorState error={setting.error} onRetry={() => void setting.refetch()} />
      ) : (
        <FormSkeleton fields={3} />
      )}
    </SettingsFrame>
  );
};

const Form = ({ known, onSaved }: { known: MultiStaffSetting; onSaved: () => void }) => {
  const update = useMutation(MetadataService.method.updateMultiStaffSetting, { meta: { success: "Split of services saved" } });
  const form = useForm<Values>({ defaultValues: valuesOf(known) });
  const { control } = form;
  const onSave = useCallback(
    async ({ steps, ...switches }: Values) => {
      const workPattern = steps.map((step, at) => ({
        workMode: known.workPattern[at]?.workMode ?? 0,
        taskName: step.taskName.trim(),
        staffNumber: Number(step.staffNumber),
        priceRatio: Number(step.priceRatio),
        duration: Number(step.duration),
      }));
      const setting = { ...switches, workPattern };
      await update.mutateAsync({ setting, updateMask: { paths: Object.keys(setting) } });
      onSaved();
    },
    [known, update.mutateAsync, onSaved],
  );
  const { save, submit, dirty, busy } = useFormPage(form, onSave);
  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: "grid", gap: 2 }}>
      <Section title="When several people work on one pet">
        <Box sx={{ display: "grid" }}>
          <FormSwitch control={control} name="displayCommission" label="Show what each of them earns" />
          <FormSwitch control={control} name="autoMemorizeWorkPattern" label="Suggest the split used last" />
        </Box>
      </Section>
      <Section title="The usual split">
        <Steps control={control} />
      </Section>
      <SaveBar label="Save split" dirty={dirty} busy={busy} />
      <UnsavedGuard dirty={dirty} onSave={save} />
    </Box>
  );
};

const Steps = ({ control }: { control: Control<Values> }) => {
  const { fields, append, remove } = useFieldArray({ control, name: "steps" });
  return (
    <Box sx={{ display: "grid", gap: 1.5 }}>
      {fields.length === 0 && <Typography color="textSecondary">No tasks yet: each service is done by one person.</Typography>}
      {fields.map((field, at) => (
        <Box
          key={field.id}
          role="group"
          aria-label={`Task ${at + 1}`}
          sx={{ display: "grid", gridTemplateColumns: { xs: "1fr 1fr", md: "2fr 1fr 1fr 1fr auto" }, gap: 1, alignItems: "start" }}
        >
          <FormText control={control} name={`steps.${at}.taskName`} label="Task" check={required("The task")} />
          <FormText control={control} name={`steps.${at}.staffNumber`} label="People" check={isPeople} />
          <FormText
            control={control}
            name={`steps.${at}.priceRatio`}
            label="Percent of price"
            check={all(required("The share"), percent(2))}
          />
          <FormText control={control} name={`steps.${at}.duration`} label="Minutes" check={isMinutes} />
          <IconButton aria-label={`Remove task ${at + 1}`} onClick={() => remove(at)} sx={{ justifySelf: "start" }}>
            <Icon name="trash" sx={{ width: 16, height: 16 }} />
          </IconButton>
        </Box>
      ))}
      <Button
        variant="text"
        startIcon={<Icon name="plus" />}
        disabled={fields.length >= MOST_STEPS}
        onClick={() => append(NEW_STEP)}
        sx={{ justifySelf: "start" }}
      >
        Add task
      </Button>
    </Box>
  );
};

export default SharedWork;
