import { useMutation, useQuery } from "@connectrpc/connect-query";
import { type PaymentSetting, PaymentSettingService } from "@leashline/proto/leashline/payment/v1/payment_setting_pb.js";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { useCallback } from "react";
import { type Control, useForm, useWatch } from "react-hook-form";
import { useCan } from "../../../app/session/session.ts";
import { ErrorState } from "../../../ui/feedback/ErrorState.tsx";
import { FormSkeleton } from "../../../ui/feedback/Skeletons.tsx";
import { FormSelect, FormText } from "../../../ui/form/fields.tsx";
import { FormMoney } from "../../../ui/form/more-fields.tsx";
import { SaveBar } from "../../../ui/form/SaveBar.tsx";
import { UnsavedGuard } from "../../../ui/form/UnsavedGuard.tsx";
import { useFormPage } from "../../../ui/form/useFormPage.ts";
import { percent } from "../../../ui/format/checks/share.ts";
import { amountText, parseMoney } from "../../../ui/format/money.ts";
import { usePreferences } from "../../../ui/format/preferences.ts";
import { all, required } from "../../../ui/format/validate.ts";
import { Section } from "../../../ui/page/Section.tsx";

type Rate = { percentage: string; fixed: string };
type Values = { payer: string; name: string; online: Rate; reader: Rate };

const payers = [
  { value: "business", label: "The business" },
  { value: "client", label: "The client, on top of the bill" },
];

const rateOf = (fee: PaymentSetting["onlineFee"]): Rate => ({ percentage: fee?.percentage ?? "0", fixed: amountText(fee?.fixed) });

/** Who bears what taking a card costs, how much that is, and what clients read it is called. */
export const CardFees = () => {
  const canEdit = useCan("paymentSettings");
  const { data, error, refetch } = useQuery(PaymentSettingService.method.getPaymentSetting);
  const known = data?.setting;
  if (known) return <FeeForm key={known.version} known={known} canEdit={canEdit} onSaved={() => void refetch()} />;
  return (
    <Section title="Card fees">
      {error ? <ErrorState compact error={error} onRetry={() => void refetch()} /> : <FormSkeleton fields={4} />}
    </Section>
  );
};

type Props = { known: PaymentSetting; canEdit: boolean; onSaved: () => void };

const FeeForm = ({ known, canEdit, onSaved }: Props) => {
  const { currencyCode } = usePreferences();
  const update = useMutation(PaymentSettingService.method.updatePaymentSetting, { meta: { success: "Card fees saved" } });
  const form = useForm<Values>({
    defaultValues: {
      payer: known.processingFeePaidBy || "business",
      name: known.customFeeName,
      online: rateOf(known.onlineFee),
      reader: rateOf(known.readerFee),
    },
  });
  const { control } = form;
  const byClient = useWatch({ control, name: "payer" }) === "client";
  const { version } = known;
  const onSave = useCallback(
    async ({ payer, name, online, reader }: Values) => {
      const feeOf = ({ percentage, fixed }: Rate) => {
        const money = parseMoney(fixed || "0", currencyCode);
        return { percentage: percentage || "0", ...(money && { fixed: money }) };
      };
      await update.mutateAsync({
        setting: { processingFeePaidBy: payer, customFeeName: name.trim(), onlineFee: feeOf(online), readerFee: feeOf(reader) },
        updateMask: { paths: ["processing_fee_paid_by", "custom_fee_name", "online_fee", "reader_fee"] },
        version,
      });
      onSaved();
    },
    [version, currencyCode, update.mutateAsync, onSaved],
  );
  const { save, submit, dirty, busy } = useFormPage(form, onSave);
  return (
    <Box component="form" noValidate onSubmit={submit}>
      <Section title="Card fees">
        <Box sx={{ display: "grid", gap: 1.75 }}>
          <FormSelect control={control} name="payer" label="Who pays the card fee" options={payers} disabled={!canEdit} />
          <Typography variant="body2" color="textSecondary">
            {byClient
              ? "Clients see the fee before they pay by card, and it is added to what their card is charged. A refund also returns its part of the fee. Please check what your state and your card provider allow."
              : "Nothing is added to what clients pay by card."}
          </Typography>
          <FormText
            control={control}
            name="name"
            label="Name clients see"
            help="Shown on the payment page and the receipt. If you leave it empty, it is called Fees."
            disabled={!canEdit}
            slotProps={{ htmlInput: { maxLength: 60 } }}
          />
          <RateFields control={control} of="online" title="Cards on file, entered cards and online payments" canEdit={canEdit} />
          <RateFields control={control} of="reader" title="At a card reader or terminal" canEdit={canEdit} />
        </Box>
      </Section>
      {canEdit && <SaveBar label="Save card fees" dirty={dirty} busy={busy} />}
      <UnsavedGuard dirty={dirty} onSave={save} />
    </Box>
  );
};

type RateProps = { control: Control<Values>; of: "online" | "reader"; title: string; canEdit: boolean };

const RateFields = ({ control, of, title, canEdit }: RateProps) => (
  <Box role="group" aria-label={title}>
    <Typography variant="subtitle2" sx={{ mb: 1 }}>
      {title}
    </Typography>
    <Box sx={{ display: "grid", gridTemplateColumns: "1fr 1fr", gap: 1.25 }}>
      <FormText
        control={control}
        name={`${of}.percentage`}
        label="Percent"
        check={all(required("The percentage"), percent(4))}
        disabled={!canEdit}
      />
      <FormMoney control={control} name={`${of}.fixed`} label="Plus a fee per payment" disabled={!canEdit} />
    </Box>
  </Box>
);
