import { useMutation, useQuery } from "@connectrpc/connect-query";
import { VaccineProofService, type VaccineSettings } from "@leashline/proto/leashline/customer/v1/vaccine_proof_service_pb.js";
import Box from "@mui/material/Box";
import FormControlLabel from "@mui/material/FormControlLabel";
import MenuItem from "@mui/material/MenuItem";
import Switch from "@mui/material/Switch";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { ErrorState } from "../../../ui/feedback/ErrorState.tsx";
import { RowsSkeleton } from "../../../ui/feedback/Skeletons.tsx";
import { TextLink } from "../../../ui/links/Link.tsx";
import { Section } from "../../../ui/page/Section.tsx";

const DAYS = [3, 7, 14, 30, 60, 90];
type Changes = Partial<Pick<VaccineSettings, "approvalRequired" | "remindDaysBefore" | "remindByText" | "remindByEmail">>;
type Props = { settings: VaccineSettings; disabled: boolean; onChange: (changes: Changes) => void };

/** Whether what is sent in to prove a vaccine counts by itself, and when clients hear that one expires. */
export const VaccineProofs = ({ canEdit }: { canEdit: boolean }) => {
  const settings = useQuery(VaccineProofService.method.getVaccineSettings);
  const save = useMutation(VaccineProofService.method.updateVaccineSettings, {
    meta: { success: "Saved" },
    onSuccess: () => void settings.refetch(),
  });
  const known = settings.data?.settings;
  const asked = save.isPending ? save.variables : {};
  return (
    <Section title="Vaccine proofs and reminders" action={<TextLink to="/client/vaccineProofs">See all proofs</TextLink>}>
      {settings.error && !known ? <ErrorState compact error={settings.error} /> : null}
      {!known && !settings.error && <RowsSkeleton rows={2} height={38} />}
      {known && (
        <Choices
          settings={{ ...known, ...(asked as Changes) }}
          disabled={!canEdit || save.isPending}
          onChange={(changes) => save.mutate({ ...changes, version: known.version })}
        />
      )}
    </Section>
  );
};

const Choices = ({ settings, disabled, onChange }: Props) => {
  const { approvalRequired, remindDaysBefore, remindByText, remindByEmail } = settings;
  const days = DAYS.includes(remindDaysBefore) || remindDaysBefore === 0 ? DAYS : [...DAYS, remindDaysBefore].sort((a, b) => a - b);
  const only = remindByText !== remindByEmail;
  return (
    <Box sx={{ display: "grid", gap: 1.5 }}>
      <Box>
        <FormControlLabel
          control={<Switch checked={approvalRequired} disabled={disabled} onChange={(_, on) => onChange({ approvalRequired: on })} />}
          label="Somebody approves each proof before it counts"
        />
        <Typography variant="body2" color="textSecondary">
          If this is off, a photo or PDF counts as soon as it is sent in, until the day that is given with it.
        </Typography>
      </Box>
      <TextField
        select
        label="Remind clients before a vaccine expires"
        value={remindDaysBefore}
        disabled={disabled}
        onChange={({ target }) => onChange({ remindDaysBefore: Number(target.value) })}
        helperText="Once for each vaccine, at 10 in the morning. It stops when the vaccine is renewed."
      >
        <MenuItem value={0}>Never</MenuItem>
        {days.map((many) => (
          <MenuItem key={many} value={many}>
            {many} days before
          </MenuItem>
        ))}
      </TextField>
      {remindDaysBefore > 0 && (
        <Box role="group" aria-label="How clients are reminded" sx={{ display: "flex", flexWrap: "wrap", columnGap: 1.5 }}>
          <FormControlLabel
            control={
              <Switch
                size="small"
                checked={remindByText}
                disabled={disabled || (only && remindByText)}
                onChange={(_, on) => onChange({ remindByText: on })}
              />
            }
            label="By text"
          />
          <FormControlLabel
            control={
              <Switch
                size="small"
                checked={remindByEmail}
                disabled={disabled || (only && remindByEmail)}
                onChange={(_, on) => onChange({ remindByEmail: on })}
              />
            }
            label="By email"
          />
        </Box>
      )}
    </Box>
  );
};
