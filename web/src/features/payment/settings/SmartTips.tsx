import { useMutation } from "@connectrpc/connect-query";
import { PaymentSettingService, type SmartTipConfig } from "@leashline/proto/leashline/payment/v1/payment_setting_pb.js";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { useCallback } from "react";
import { type Control, useForm, useWatch } from "react-hook-form";
import { FormSelect, FormSwitch, FormText } from "../../../ui/form/fields.tsx";
import { FormMoney } from "../../../ui/form/more-fields.tsx";
import { SaveBar } from "../../../ui/form/SaveBar.tsx";
import { UnsavedGuard } from "../../../ui/form/UnsavedGuard.tsx";
import { useFormPage } from "../../../ui/form/useFormPage.ts";
import { percent } from "../../../ui/format/checks/share.ts";
import { amountText, parseMoney } from "../../../ui/format/money.ts";
import { usePreferences } from "../../../ui/format/preferences.ts";
import { all, required } from "../../../ui/format/validate.ts";
import { Section } from "../../../ui/page/Section.tsx";
import { type TipSetting, tipSettingOf } from "./tip-setting.ts";

const types = [
  { value: "percentage", label: "Percent" },
  { value: "amount", label: "Amount" },
];

type Props = { known: SmartTipConfig; canEdit: boolean; onSaved: () => void };

/** The three tips that the checkout offers; for bills from an amount on, three others. */
export const SmartTips = ({ known, canEdit, onSaved }: Props) => {
  const { currencyCode } = usePreferences();
  const update = useMutation(PaymentSettingService.method.updateSmartTipConfig, { meta: { success: "Tips saved" } });
  const form = useForm<TipSetting>({ defaultValues: { ...tipSettingOf(known), threshold: amountText(known.threshold) } });
  const { control } = form;
  const enable = useWatch({ control, name: "enable" });
  const onSave = useCallback(
    async ({ threshold, ...tips }: TipSetting) => {
      const money = parseMoney(threshold || "0", currencyCode);
      await update.mutateAsync({
        config: { ...tips, ...(money && { threshold: money }) },
        updateMask: { paths: ["enable", "threshold", "lower", "upper"] },
        version: known.version,
      });
      onSaved();
    },
    [known.version, currencyCode, update.mutateAsync, onSaved],
  );
  const { save, submit, dirty, busy } = useFormPage(form, onSave);
  return (
    <Box component="form" noValidate onSubmit={submit}>
      <Section title="Tips that are offered">
        <Box sx={{ display: "grid", gap: 1.75 }}>
          <FormSwitch control={control} name="enable" label="Offer our own tips" disabled={!canEdit} />
          {enable ? (
            <>
              <FormMoney
                control={control}
                name="threshold"
                label="Large bills begin at"
                help="Services less discounts, before tax"
                disabled={!canEdit}
              />
              <Three control={control} bills="lower" title="Smaller bills" canEdit={canEdit} />
              <Three control={control} bills="upper" title="Large bills" canEdit={canEdit} />
            </>
          ) : (
            <Typography color="textSecondary">The checkout offers 15, 20 and 25 percent.</Typography>
          )}
        </Box>
      </Section>
      {canEdit && <SaveBar label="Save tips" dirty={dirty} busy={busy} />}
      <UnsavedGuard dirty={dirty} onSave={save} />
    </Box>
  );
};

type ThreeProps = { control: Control<TipSetting>; bills: "lower" | "upper"; title: string; canEdit: boolean };

const Three = ({ control, bills, title, canEdit }: ThreeProps) => {
  const type = useWatch({ control, name: `${bills}.type` });
  return (
    <Box role="group" aria-label={title}>
      <Typography variant="subtitle2" sx={{ mb: 1 }}>
        {title}
      </Typography>
      <Box sx={{ display: "grid", gridTemplateColumns: { xs: "1fr 1fr", md: "repeat(4, 1fr)" }, gap: 1.25 }}>
        <FormSelect control={control} name={`${bills}.type`} label="In" options={types} disabled={!canEdit} />
        {levels.map(({ name, label }) =>
          type === "amount" ? (
            <FormMoney key={name} control={control} name={`${bills}.${name}`} label={label} check={required(label)} disabled={!canEdit} />
          ) : (
            <FormText
              key={name}
              control={control}
              name={`${bills}.${name}`}
              label={`${label}, percent`}
              check={all(required(label), percent(4))}
              disabled={!canEdit}
            />
          ),
        )}
      </Box>
    </Box>
  );
};

const levels = [
  { name: "low", label: "Low" },
  { name: "medium", label: "Medium" },
  { name: "high", label: "High" },
] as const;
