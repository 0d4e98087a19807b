import { useQuery } from "@connectrpc/connect-query";
import { VaccineProofService, VaccineProofState } from "@leashline/proto/leashline/customer/v1/vaccine_proof_service_pb.js";
import Box from "@mui/material/Box";
import { plural } from "../../../../ui/format/text.ts";
import { TextLink } from "../../../../ui/links/Link.tsx";

/** Says how many proofs of vaccines wait to be looked at; nothing where none does. */
export const WaitingProofs = () => {
  const waiting = useQuery(
    VaccineProofService.method.listVaccineProofs,
    { state: VaccineProofState.PENDING, pageSize: 1 },
    { meta: { quiet: true }, retry: false },
  );
  const total = waiting.data?.total ?? 0;
  if (total === 0) return null;
  return (
    <Box sx={{ mb: 1.5, px: 1.5, py: 1, borderRadius: 1, bgcolor: "tone.warn.soft" }}>
      <TextLink to="/client/vaccineProofs">{plural(total, "vaccine proof")} to review</TextLink>
    </Box>
  );
};
