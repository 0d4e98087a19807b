import { useMutation, useQuery } from "@connectrpc/connect-query";
import { type PaymentSetting, PaymentSettingService } from "@leashline/proto/leashline/payment/v1/payment_setting_pb.js";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { useCallback } from "react";
import { useForm, useWatch } from "react-hook-form";
import { ErrorState } from "../../../ui/feedback/ErrorState.tsx";
import { FormSkeleton } from "../../../ui/feedback/Skeletons.tsx";
import { FormSwitch, FormText } from "../../../ui/form/fields.tsx";
import { SaveBar } from "../../../ui/form/SaveBar.tsx";
import { UnsavedGuard } from "../../../ui/form/UnsavedGuard.tsx";
import { useFormPage } from "../../../ui/form/useFormPage.ts";
import { percent } from "../../../ui/format/checks/share.ts";
import { all, required } from "../../../ui/format/validate.ts";
import { Section } from "../../../ui/page/Section.tsx";

type Values = { bySelf: boolean; percentage: string; hours: string };

const hoursAhead = (text: string) => (/^\d{1,3}$/.test(text) && Number(text) <= 720 ? undefined : "Whole hours, up to 720");

/** What becomes of a deposit when its appointment is canceled, at the location one works in. */
export const DepositReturns = ({ canEdit }: { canEdit: boolean }) => {
  const { data, error, refetch } = useQuery(PaymentSettingService.method.getPaymentSetting);
  const known = data?.setting;
  if (known) return <Policy key={known.version} known={known} canEdit={canEdit} onSaved={() => void refetch()} />;
  return (
    <Section title="When an appointment is canceled">
      {error ? <ErrorState compact error={error} onRetry={() => void refetch()} /> : <FormSkeleton fields={2} />}
    </Section>
  );
};

const Policy = ({ known, canEdit, onSaved }: { known: PaymentSetting; canEdit: boolean; onSaved: () => void }) => {
  const update = useMutation(PaymentSettingService.method.updatePaymentSetting, { meta: { success: "Deposit policy saved" } });
  const form = useForm<Values>({
    defaultValues: {
      bySelf: known.depositReturnPercentage !== "",
      percentage: known.depositReturnPercentage || "100",
      hours: String(known.depositReturnHours),
    },
  });
  const bySelf = useWatch({ control: form.control, name: "bySelf" });
  const onSave = useCallback(
    async ({ bySelf: on, percentage, hours }: Values) => {
      await update.mutateAsync({
        setting: { depositReturnPercentage: on ? percentage : "", depositReturnHours: Number(hours) },
        updateMask: { paths: ["deposit_return_percentage", "deposit_return_hours"] },
        version: known.version,
      });
      onSaved();
    },
    [known.version, update.mutateAsync, onSaved],
  );
  const { save, submit, dirty, busy } = useFormPage(form, onSave);
  return (
    <Box component="form" noValidate onSubmit={submit}>
      <Section title="When an appointment is canceled">
        <Box sx={{ display: "grid", gap: 1.75 }}>
          <FormSwitch control={form.control} name="bySelf" label="Return deposits automatically" disabled={!canEdit} />
          {bySelf ? (
            <Box sx={{ display: "grid", gap: 1.5, gridTemplateColumns: { sm: "1fr 1fr" } }}>
              <FormText
                control={form.control}
                name="percentage"
                label="Percent of the deposit"
                check={all(required("The percentage"), percent(2))}
                disabled={!canEdit}
              />
              <FormText
                control={form.control}
                name="hours"
                label="Hours before the appointment"
                help="Canceled later than that, the deposit stays with you"
                check={all(required("The hours"), hoursAhead)}
                disabled={!canEdit}
              />
            </Box>
          ) : (
            <Typography color="textSecondary">A deposit stays with you until you refund it.</Typography>
          )}
        </Box>
      </Section>
      {canEdit && <SaveBar label="Save deposit policy" dirty={dirty} busy={busy} />}
      <UnsavedGuard dirty={dirty} onSave={save} />
    </Box>
  );
};
