import { useQuery } from "@connectrpc/connect-query";
import { VaccineProofService, VaccineProofState } from "@leashline/proto/leashline/customer/v1/vaccine_proof_service_pb.js";
import { LinkButton } from "../../../../ui/links/Link.tsx";

/** Leads to the proofs of vaccines, and says how many wait to be looked at. */
export const ProofsButton = () => {
  const waiting = useQuery(
    VaccineProofService.method.listVaccineProofs,
    { state: VaccineProofState.PENDING, pageSize: 1 },
    { meta: { quiet: true }, retry: false },
  );
  const total = waiting.data?.total ?? 0;
  return <LinkButton to="/client/vaccineProofs">{total > 0 ? `Vaccine proofs (${total})` : "Vaccine proofs"}</LinkButton>;
};
