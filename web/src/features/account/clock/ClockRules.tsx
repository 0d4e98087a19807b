import { useMutation, useQuery } from "@connectrpc/connect-query";
import { ClockService } from "@leashline/proto/leashline/account/v1/clock_service_pb.js";
import Box from "@mui/material/Box";
import FormControlLabel from "@mui/material/FormControlLabel";
import Switch from "@mui/material/Switch";
import Typography from "@mui/material/Typography";
import { ErrorState } from "../../../ui/feedback/ErrorState.tsx";
import { FormSkeleton } from "../../../ui/feedback/Skeletons.tsx";
import { Section } from "../../../ui/page/Section.tsx";

const RULES = [
  ["enableClockInOut", "Staff clock in and out", "Staff enter their clock code. The log shows their hours."],
  ["clockInOutNotify", "Notify the business when someone clocks in or out", ""],
  ["enableClockInOutOvernight", "A shift may end on the next day", "Off: an open entry ends at midnight."],
] as const;

/** How the business clocks (core §3). */
export const ClockRules = () => {
  const setting = useQuery(ClockService.method.getClockSetting);
  const update = useMutation(ClockService.method.updateClockSetting, {
    onSuccess: () => void setting.refetch(),
    meta: { success: "Saved" },
  });
  const known = setting.data?.setting;
  if (setting.error && !known) return <ErrorState error={setting.error} onRetry={() => void setting.refetch()} />;
  if (!known) return <FormSkeleton fields={3} />;
  return (
    <Section title="How you clock in">
      {RULES.map(([name, label, help]) => (
        <Box key={name} sx={{ py: 0.5 }}>
          <FormControlLabel
            control={
              <Switch
                checked={known[name]}
                disabled={update.isPending || (name !== "enableClockInOut" && !known.enableClockInOut)}
                onChange={(_, on) => update.mutate({ [name]: on })}
              />
            }
            label={label}
          />
          {help && (
            <Typography variant="body2" color="textSecondary">
              {help}
            </Typography>
          )}
        </Box>
      ))}
    </Section>
  );
};
