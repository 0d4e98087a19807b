import { useMutation, useQuery } from "@connectrpc/connect-query";
import { OnlineBookingSettingService } from "@leashline/proto/leashline/online_booking/v1/setting_pb.js";
import FormControlLabel from "@mui/material/FormControlLabel";
import Switch from "@mui/material/Switch";
import Typography from "@mui/material/Typography";
import { Section } from "../../../ui/page/Section.tsx";

/** Whether what was prepaid goes back by itself. */
export const AutoRefund = () => {
  const { data, refetch } = useQuery(OnlineBookingSettingService.method.getOnlineBookingSetting, {});
  const update = useMutation(OnlineBookingSettingService.method.updateOnlineBookingSetting, {
    meta: { success: "Payment saved" },
    onSettled: () => void refetch(),
  });
  const setting = data?.setting;
  if (!setting) return null;
  return (
    <Section title="When a client cancels in time">
      <FormControlLabel
        control={
          <Switch
            checked={setting.autoRefundDeposit}
            disabled={update.isPending}
            onChange={(_, autoRefundDeposit) => update.mutate({ autoRefundDeposit, revision: setting.revision })}
          />
        }
        label="Refund the prepayment"
      />
      <Typography color="textSecondary">
        Off: your deposit policy decides what goes back. Your online booking settings say until when clients may cancel.
      </Typography>
    </Section>
  );
};
