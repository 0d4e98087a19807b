import { useMutation, useQuery } from "@connectrpc/connect-query";
import { OrderSettingService } from "@leashline/proto/leashline/order/v1/order_setting_pb.js";
import FormControlLabel from "@mui/material/FormControlLabel";
import Switch from "@mui/material/Switch";
import Typography from "@mui/material/Typography";
import { useCan } from "../../../../app/session/session.ts";
import { Section } from "../../../../ui/page/Section.tsx";

/** Whether the shop's prices hold their tax already. */
export const TaxesIncluded = () => {
  const canEdit = useCan("paymentSettings");
  const { data, refetch } = useQuery(OrderSettingService.method.getOrderSetting);
  const update = useMutation(OrderSettingService.method.updateOrderSetting, {
    meta: { success: "Saved" },
    onSettled: () => void refetch(),
  });
  const setting = data?.setting;
  if (!setting) return null;
  const save = (taxesIncluded: boolean) =>
    update.mutate({ setting: { taxesIncluded }, version: setting.version, updateMask: { paths: ["taxes_included"] } });
  return (
    <Section title="Tax in prices">
      <Typography color="textSecondary" sx={{ mb: 1 }}>
        When prices include tax, clients pay the price you set, and the bill says how much of it is tax. Otherwise tax is added on the bill.
        Existing bills don’t change.
      </Typography>
      <FormControlLabel
        disabled={!canEdit || update.isPending}
        control={<Switch checked={setting.taxesIncluded} onChange={(_, on) => save(on)} />}
        label="Prices include tax"
      />
    </Section>
  );
};
