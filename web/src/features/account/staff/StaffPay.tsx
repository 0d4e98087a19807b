import { useMutation } from "@connectrpc/connect-query";
import { CommissionTierType, CommissionType, type StaffFullDetail } from "@leashline/proto/leashline/account/v1/staff_pb.js";
import { StaffService } from "@leashline/proto/leashline/account/v1/staff_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import Typography from "@mui/material/Typography";
import { useCallback } from "react";
import { type Control, useFieldArray, useWatch } from "react-hook-form";
import { FormSelect, FormSwitch, FormText } from "../../../ui/form/fields.tsx";
import { Overtaken, useLiveForm } from "../../../ui/form/live.tsx";
import { FormMoney } from "../../../ui/form/more-fields.tsx";
import { UnsavedGuard } from "../../../ui/form/UnsavedGuard.tsx";
import { useFormPage } from "../../../ui/form/useFormPage.ts";
import { percent } from "../../../ui/format/checks/share.ts";
import { usePreferences } from "../../../ui/format/preferences.ts";
import { Icon } from "../../../ui/icons.tsx";
import { Section } from "../../../ui/page/Section.tsx";
import { type PayValues, payBody, payValues, tiersProblem } from "../shared/pay.ts";

const TYPES = [
  { value: String(CommissionType.FIXED), label: "One rate" },
  { value: String(CommissionType.TIERED), label: "Tiers by sales" },
];
const TIER_TYPES = [
  { value: String(CommissionTierType.SLIDING), label: "The highest tier reached applies to all sales" },
  { value: String(CommissionTierType.PROGRESSIVE), label: "Each part of sales at its own tier" },
];
const two = { display: "grid", gridTemplateColumns: { xs: "1fr", md: "1fr 1fr" }, gap: 1.75 };

type Props = { detail: StaffFullDetail; onSaved: () => void };

/** What a person earns: a share of services, an hourly wage, tips (growth §3). */
export const StaffPay = ({ detail, onSaved }: Props) => {
  const { currencyCode } = usePreferences();
  const update = useMutation(StaffService.method.updateStaff, { meta: { success: "Pay saved" } });
  const [form, theirs] = useLiveForm<PayValues>(payValues(detail.paySetting), "pay");
  const { control } = form;
  const staff = detail.staff;
  const onSave = useCallback(
    async (values: PayValues) => {
      if (!staff) return;
      await update.mutateAsync({ id: staff.id, version: staff.version, paySetting: payBody(values, currencyCode) });
      onSaved();
    },
    [staff, currencyCode, update.mutateAsync, onSaved],
  );
  const { save, submit, dirty, busy } = useFormPage(form, onSave);
  const [commission, type, hourly, tips] = useWatch({ control, name: ["commission", "commissionType", "hourly", "tips"] });
  return (
    <Section title="Pay">
      <Box component="form" noValidate onSubmit={submit} sx={{ display: "grid", gap: 1.5 }}>
        <Overtaken fields={theirs} />
        <FormSwitch control={control} name="commission" label="A share of services" />
        {commission && (
          <Box sx={{ display: "grid", gap: 1.75, pl: { md: 2 } }}>
            <Box sx={two}>
              <FormSelect control={control} name="commissionType" label="How commission is set" options={TYPES} />
              {type === String(CommissionType.TIERED) && (
                <FormSelect control={control} name="tierType" label="How tiers apply" options={TIER_TYPES} />
              )}
              {type === String(CommissionType.FIXED) && (
                <FormText control={control} name="serviceRate" label="Percent of services" check={percent(2)} />
              )}
              <FormText control={control} name="addOnRate" label="Percent of add-ons" check={percent(2)} />
            </Box>
            {type === String(CommissionType.TIERED) && <Tiers control={control} />}
          </Box>
        )}
        <FormSwitch control={control} name="hourly" label="An hourly wage" />
        {hourly && (
          <Box sx={{ ...two, pl: { md: 2 } }}>
            <FormMoney control={control} name="hourlyPay" label="Per hour" />
          </Box>
        )}
        <FormSwitch control={control} name="tips" label="A share of tips" />
        {tips && (
          <Box sx={{ ...two, pl: { md: 2 } }}>
            <FormText control={control} name="tipsRate" label="Percent of tips" check={percent(2)} />
          </Box>
        )}
        <Button type="submit" variant="contained" color="primary" disabled={!dirty && !busy} loading={busy} sx={{ justifySelf: "end" }}>
          Save pay
        </Button>
        <UnsavedGuard dirty={dirty} onSave={save} />
      </Box>
    </Section>
  );
};

const MOST_TIERS = 20;

const Tiers = ({ control }: { control: Control<PayValues> }) => {
  const { currencyCode } = usePreferences();
  const { fields, append, remove } = useFieldArray({
    control,
    name: "tiers",
    rules: { validate: (tiers) => tiersProblem(tiers as PayValues["tiers"], currencyCode) ?? true },
  });
  const tiers = useWatch({ control, name: "tiers" });
  const problem = tiersProblem(tiers, currencyCode);
  return (
    <Box sx={{ display: "grid", gap: 1.25 }}>
      {fields.map((field, at) => (
        <Box key={field.id} sx={{ display: "grid", gridTemplateColumns: "1fr 1fr auto", gap: 1, alignItems: "start" }}>
          <FormMoney control={control} name={`tiers.${at}.from`} label="From sales of" />
          <FormText control={control} name={`tiers.${at}.rate`} label="Percent" check={percent(2)} />
          <IconButton aria-label={`Remove tier ${at + 1}`} onClick={() => remove(at)}>
            <Icon name="trash" sx={{ width: 16, height: 16 }} />
          </IconButton>
        </Box>
      ))}
      {problem && (
        <Typography role="alert" variant="body2" color="error">
          {problem}
        </Typography>
      )}
      <Button
        variant="text"
        startIcon={<Icon name="plus" />}
        disabled={fields.length >= MOST_TIERS}
        onClick={() => append({ from: fields.length === 0 ? "0" : "", rate: "" })}
        sx={{ justifySelf: "start" }}
      >
        Add tier
      </Button>
    </Box>
  );
};
