import { useMutation, useQuery } from "@connectrpc/connect-query";
import { type PaymentSetting, PaymentSettingService } from "@leashline/proto/leashline/payment/v1/payment_setting_pb.js";
import Box from "@mui/material/Box";
import FormControlLabel from "@mui/material/FormControlLabel";
import Switch from "@mui/material/Switch";
import { useCan } from "../../../app/session/session.ts";
import { ErrorState } from "../../../ui/feedback/ErrorState.tsx";
import { FormSkeleton } from "../../../ui/feedback/Skeletons.tsx";
import { Section } from "../../../ui/page/Section.tsx";
import { SmartTips } from "./SmartTips.tsx";

/** Whether the checkout asks for a tip, and what it offers. */
export const Tips = () => {
  const canEdit = useCan("paymentSettings");
  const setting = useQuery(PaymentSettingService.method.getPaymentSetting);
  const config = useQuery(PaymentSettingService.method.getSmartTipConfig);
  const [known, tips] = [setting.data?.setting, config.data?.config];
  const error = setting.error ?? config.error;
  const reload = () => void Promise.all([setting.refetch(), config.refetch()]);
  if (!known || !tips)
    return (
      <Section title="Tips at checkout">
        {error ? <ErrorState compact error={error} onRetry={reload} /> : <FormSkeleton fields={4} />}
      </Section>
    );
  return (
    <Box sx={{ display: "grid", gap: 2 }}>
      <Section title="Tips at checkout">
        <Asking known={known} canEdit={canEdit} onSaved={reload} />
      </Section>
      {!known.skipTipping && <SmartTips key={tips.version} known={tips} canEdit={canEdit} onSaved={reload} />}
    </Box>
  );
};

type AskingProps = { known: PaymentSetting; canEdit: boolean; onSaved: () => void };

const Asking = ({ known: { skipTipping, customTipping, version }, canEdit, onSaved }: AskingProps) => {
  const update = useMutation(PaymentSettingService.method.updatePaymentSetting, { meta: { success: "Saved" }, onSettled: onSaved });
  const save = (path: "skip_tipping" | "custom_tipping", on: boolean) =>
    update.mutate({ setting: { skipTipping: on, customTipping: on }, version, updateMask: { paths: [path] } });
  const disabled = !canEdit || update.isPending;
  return (
    <Box sx={{ display: "grid", justifyItems: "start" }}>
      <FormControlLabel
        disabled={disabled}
        control={<Switch checked={!skipTipping} onChange={(_, on) => save("skip_tipping", !on)} />}
        label="Ask for a tip at checkout"
      />
      {!skipTipping && (
        <FormControlLabel
          disabled={disabled}
          control={<Switch checked={customTipping} onChange={(_, on) => save("custom_tipping", on)} />}
          label="Clients can give another amount"
        />
      )}
    </Box>
  );
};
