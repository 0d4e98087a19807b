import { useMutation, useQuery } from "@connectrpc/connect-query";
import { type GoogleReserveIntegration, GoogleReserveService } from "@leashline/proto/leashline/online_booking/v1/google_reserve_pb.js";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import FormControlLabel from "@mui/material/FormControlLabel";
import Switch from "@mui/material/Switch";
import Typography from "@mui/material/Typography";
import { ErrorState } from "../../../ui/feedback/ErrorState.tsx";
import { FormSkeleton } from "../../../ui/feedback/Skeletons.tsx";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { Section } from "../../../ui/page/Section.tsx";
import { StatusChip } from "../../../ui/StatusChip.tsx";
import { SettingsFrame } from "../../settings/SettingsFrame.tsx";
import { standingOf } from "./reserve-words.ts";

/** /online_booking/new_settings/google: whether the business's profile on Google leads to its booking page. */
const GoogleReserve = () => {
  const found = useQuery(GoogleReserveService.method.getGoogleReserveIntegration, {});
  const retry = () => void found.refetch();
  const known = found.data?.integration;
  return (
    <SettingsFrame title="Reserve with Google" back="/online_booking/settings" maxWidth={760}>
      {known ? (
        <Reserve known={known} onChanged={retry} />
      ) : found.error ? (
        <ErrorState error={found.error} onRetry={retry} />
      ) : (
        <FormSkeleton fields={2} />
      )}
    </SettingsFrame>
  );
};

const Reserve = ({ known, onChanged }: { known: GoogleReserveIntegration; onChanged: () => void }) => {
  const { enabled, available, fault, version } = known;
  const update = useMutation(GoogleReserveService.method.updateGoogleReserveIntegration, {
    meta: { success: "Reserve with Google saved" },
    onSettled: onChanged,
  });
  return (
    <Section title="Your profile on Google" action={<Chip known={known} />}>
      <Box sx={{ display: "grid", gap: 1.5 }}>
        <Typography color="textSecondary">
          People who find your business on Google Search or Maps can press Book there and go to your booking page. Google finds your profile
          by your business’s name, address and phone number. You don’t need to sign in to Google for this.
        </Typography>
        {!available && (
          <Alert severity="info" variant="outlined">
            Reserve with Google is not set up on this installation. Whoever runs Leashline for you puts in the partner account
            (LEASHLINE_GOOGLE_RESERVE_PARTNER_ID and LEASHLINE_GOOGLE_RESERVE_KEY in the operator guide); then you can turn it on here.
          </Alert>
        )}
        <FormControlLabel
          control={
            <Switch
              checked={enabled}
              disabled={update.isPending || !(available || enabled)}
              onChange={(_, next) => update.mutate({ enabled: next, version })}
            />
          }
          label="Clients can book from your profile on Google"
        />
        <Typography>{standingOf(known).more}</Typography>
        {fault && <Alert severity="warning">{fault}</Alert>}
        <Checked known={known} />
      </Box>
    </Section>
  );
};

const Chip = ({ known }: { known: GoogleReserveIntegration }) => {
  const { tone, words } = standingOf(known);
  return <StatusChip tone={tone}>{words}</StatusChip>;
};

const Checked = ({ known: { checkTime } }: { known: GoogleReserveIntegration }) => {
  const format = useFormat();
  if (!checkTime) return null;
  return (
    <Typography variant="body2" color="textSecondary">
      We check with Google every hour. Last checked: {format.agoWithin(checkTime)}
    </Typography>
  );
};

export default GoogleReserve;
