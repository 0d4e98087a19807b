import { useMutation, useQuery } from "@connectrpc/connect-query";
import { PaymentSettingService } from "@leashline/proto/leashline/payment/v1/payment_setting_pb.js";
import { SquareAccountService } from "@leashline/proto/leashline/payment/v1/square_account_service_pb.js";
import FormControlLabel from "@mui/material/FormControlLabel";
import Radio from "@mui/material/Radio";
import RadioGroup from "@mui/material/RadioGroup";
import Typography from "@mui/material/Typography";
import { useCan } from "../../../app/session/session.ts";
import { Section } from "../../../ui/page/Section.tsx";

const title = "Cards at the counter";
const providers = [
  { type: 1, label: "Stripe: card readers, typed cards and cards on file" },
  { type: 2, label: "Square: Square Terminals" },
];

/** Which of the two card providers the checkout offers. Only where there are two: once a Square account is connected. */
export const PrimaryProvider = () => {
  const canEdit = useCan("paymentSettings");
  const { data, refetch } = useQuery(PaymentSettingService.method.getPaymentSetting);
  const account = useQuery(SquareAccountService.method.getSquareAccount, {}, { enabled: canEdit }).data?.account;
  const update = useMutation(PaymentSettingService.method.updatePaymentSetting, {
    meta: { success: "Saved" },
    onSettled: () => void refetch(),
  });
  const setting = data?.setting;
  const isReady = account?.connected && account.locationId !== "";
  if (!setting || (!isReady && setting.primaryPayType !== 2)) return null;
  const save = (primaryPayType: number) =>
    update.mutate({ setting: { primaryPayType }, version: setting.version, updateMask: { paths: ["primary_pay_type"] } });
  return (
    <Section title={title}>
      <RadioGroup aria-label={title} value={setting.primaryPayType} onChange={(_, type) => save(Number(type))}>
        {providers.map(({ type, label }) => (
          <FormControlLabel
            key={type}
            value={type}
            disabled={!canEdit || update.isPending || (type === 2 && !isReady)}
            control={<Radio />}
            label={label}
          />
        ))}
      </RadioGroup>
      <Typography variant="body2" color="textSecondary">
        Holds on a card, bank debits, payouts and what clients pay by a link stay with Stripe.
      </Typography>
    </Section>
  );
};
