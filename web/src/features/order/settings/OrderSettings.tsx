import { useMutation, useQuery } from "@connectrpc/connect-query";
import { TipSplitMethod } from "@leashline/proto/leashline/order/v1/order_pb.js";
import { DiscountSequence, type OrderSetting, OrderSettingService } from "@leashline/proto/leashline/order/v1/order_setting_pb.js";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { useCallback } from "react";
import { useForm, useWatch } from "react-hook-form";
import { ErrorState } from "../../../ui/feedback/ErrorState.tsx";
import { FormSkeleton } from "../../../ui/feedback/Skeletons.tsx";
import { FormSelect, FormSwitch } from "../../../ui/form/fields.tsx";
import { SaveBar } from "../../../ui/form/SaveBar.tsx";
import { UnsavedGuard } from "../../../ui/form/UnsavedGuard.tsx";
import { useFormPage } from "../../../ui/form/useFormPage.ts";
import { Section } from "../../../ui/page/Section.tsx";
import { SettingsFrame } from "../../settings/SettingsFrame.tsx";

const sequences = [
  { value: String(DiscountSequence.AS_GIVEN), label: "In the order you add them" },
  { value: String(DiscountSequence.AMOUNTS_FIRST), label: "Amounts first, then percentages" },
  { value: String(DiscountSequence.PERCENTAGES_FIRST), label: "Percentages first, then amounts" },
];

const splits = [
  { value: String(TipSplitMethod.BY_REVENUE), label: "By the price of what each did" },
  { value: String(TipSplitMethod.EVENLY), label: "Evenly" },
];

/** How bills are worked out: several discounts on one bill, and a tip for several people. */
const OrderSettings = () => {
  const found = useQuery(OrderSettingService.method.getOrderSetting);
  const known = found.data?.setting;
  return (
    <SettingsFrame title="Discounts and tip split" maxWidth={760}>
      {known ? (
        <Form key={known.version} known={known} onSaved={() => void found.refetch()} />
      ) : found.error ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <FormSkeleton fields={3} />
      )}
    </SettingsFrame>
  );
};

type Values = { applySequence: string; applyBestOnly: boolean; splitMethod: string };

const Form = ({ known, onSaved }: { known: OrderSetting; onSaved: () => void }) => {
  const update = useMutation(OrderSettingService.method.updateOrderSetting, { meta: { success: "Saved" } });
  const form = useForm<Values>({
    defaultValues: {
      applySequence: String(known.applySequence),
      applyBestOnly: known.applyBestOnly,
      splitMethod: String(known.splitMethod),
    },
  });
  const { control } = form;
  const bestOnly = useWatch({ control, name: "applyBestOnly" });
  const onSave = useCallback(
    async ({ applySequence, applyBestOnly, splitMethod }: Values) => {
      await update.mutateAsync({
        setting: { applySequence: Number(applySequence), applyBestOnly, splitMethod: Number(splitMethod) },
        updateMask: { paths: ["apply_sequence", "apply_best_only", "split_method"] },
        version: known.version,
      });
      onSaved();
    },
    [known.version, update.mutateAsync, onSaved],
  );
  const { save, submit, dirty, busy } = useFormPage(form, onSave);
  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: "grid", gap: 2 }}>
      <Section title="Several discounts on one bill">
        <Box sx={{ display: "grid", gap: 1.75 }}>
          <FormSwitch control={control} name="applyBestOnly" label="Only the discount that saves the client most counts" />
          {!bestOnly && <FormSelect control={control} name="applySequence" label="Discounts are taken off" options={sequences} />}
        </Box>
      </Section>
      <Section title="A tip for several staff members">
        <FormSelect
          control={control}
          name="splitMethod"
          label="The tip is split"
          options={splits}
          help="You can split the tip of a single bill differently at checkout."
        />
      </Section>
      <Typography color="textSecondary">Existing bills keep their totals until someone edits them.</Typography>
      <SaveBar label="Save" dirty={dirty} busy={busy} />
      <UnsavedGuard dirty={dirty} onSave={save} />
    </Box>
  );
};

export default OrderSettings;
