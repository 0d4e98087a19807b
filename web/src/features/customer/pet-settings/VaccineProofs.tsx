import { useMutation, useQuery } from "@connectrpc/connect-query";
import { VaccineProofService } from "@leashline/proto/leashline/customer/v1/vaccine_proof_service_pb.js";
import FormControlLabel from "@mui/material/FormControlLabel";
import Switch from "@mui/material/Switch";
import Typography from "@mui/material/Typography";
import { ErrorState } from "../../../ui/feedback/ErrorState.tsx";
import { RowsSkeleton } from "../../../ui/feedback/Skeletons.tsx";
import { TextLink } from "../../../ui/links/Link.tsx";
import { Section } from "../../../ui/page/Section.tsx";

/** Whether what is sent in to prove a vaccine counts by itself. */
export const VaccineProofs = ({ canEdit }: { canEdit: boolean }) => {
  const settings = useQuery(VaccineProofService.method.getVaccineSettings);
  const save = useMutation(VaccineProofService.method.updateVaccineSettings, {
    meta: { success: "Saved" },
    onSuccess: () => void settings.refetch(),
  });
  const known = settings.data?.settings;
  return (
    <Section title="Vaccine proofs" action={<TextLink to="/client/vaccineProofs">See all proofs</TextLink>}>
      {settings.error && !known ? <ErrorState compact error={settings.error} /> : null}
      {!known && !settings.error && <RowsSkeleton rows={1} height={38} />}
      {known && (
        <FormControlLabel
          control={
            <Switch
              checked={save.isPending ? save.variables.approvalRequired === true : known.approvalRequired}
              disabled={!canEdit || save.isPending}
              onChange={(_, approvalRequired) => save.mutate({ approvalRequired, version: known.version })}
            />
          }
          label="Somebody approves each proof before it counts"
        />
      )}
      <Typography variant="body2" color="textSecondary">
        If this is off, a photo or PDF counts as soon as it is sent in, until the day that is given with it.
      </Typography>
    </Section>
  );
};
