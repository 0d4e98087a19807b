import { useMutation, useQuery } from "@connectrpc/connect-query";
import { PaymentSettingService } from "@leashline/proto/leashline/payment/v1/payment_setting_pb.js";
import FormControlLabel from "@mui/material/FormControlLabel";
import Switch from "@mui/material/Switch";
import Typography from "@mui/material/Typography";
import { useCan } from "../../../app/session/session.ts";
import { usePreferences } from "../../../ui/format/preferences.ts";
import { Section } from "../../../ui/page/Section.tsx";

/** Whether clients may pay from their bank account. Only where money is in US dollars, and card payments are set up. */
export const BankDebits = () => {
  const canEdit = useCan("paymentSettings");
  const { currencyCode } = usePreferences();
  const { data, refetch } = useQuery(PaymentSettingService.method.getPaymentSetting);
  const update = useMutation(PaymentSettingService.method.updatePaymentSetting, {
    meta: { success: "Saved" },
    onSettled: () => void refetch(),
  });
  const setting = data?.setting;
  if (!setting || currencyCode !== "USD" || setting.cardsMissing.length > 0) return null;
  const save = (bankDebits: boolean) =>
    update.mutate({ setting: { bankDebits }, version: setting.version, updateMask: { paths: ["bank_debits"] } });
  return (
    <Section title="Bank debits (ACH)">
      <Typography color="textSecondary" sx={{ mb: 1 }}>
        Take a payment from a client's US bank account at checkout. It costs less than a card, and the money takes about four business days.
      </Typography>
      <FormControlLabel
        disabled={!canEdit || update.isPending}
        control={<Switch checked={setting.bankDebits} onChange={(_, on) => save(on)} />}
        label="Offer bank debits at checkout"
      />
    </Section>
  );
};
