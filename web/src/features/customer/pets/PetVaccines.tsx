import { useMutation, useQuery } from "@connectrpc/connect-query";
import { type PetVaccine, VaccineService } from "@leashline/proto/leashline/customer/v1/vaccine_pb.js";
import {
  type VaccineProof,
  VaccineProofService,
  VaccineProofState,
} from "@leashline/proto/leashline/customer/v1/vaccine_proof_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Link from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { pathTo } from "../../../app/routes/paths.ts";
import { useCan } from "../../../app/session/session.ts";
import { dayToIso, isDay, isoToDay } from "../../../ui/format/dates.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { DateField } from "../../../ui/inputs/DateField.tsx";
import { TextLink } from "../../../ui/links/Link.tsx";
import { StatusChip } from "../../../ui/StatusChip.tsx";
import { useClientsChanged } from "../shared/use-client.ts";
import { ProofDialog } from "../shared/vaccines/ProofDialog.tsx";
import { VaccineLink } from "./VaccineLink.tsx";

/** Vaccines that concern this pet, each with the day it expires. A day is saved as soon as it is entered. */
export const PetVaccines = ({ petId, customerId, canEdit }: { petId: string; customerId: string; canEdit: boolean }) => {
  const vaccines = useQuery(VaccineService.method.listPetVaccines, { petIds: [petId] });
  const proofs = useQuery(VaccineProofService.method.listVaccineProofs, { petId, pageSize: 200 });
  const list = vaccines.data?.petVaccines ?? [];
  const again = () => void Promise.all([vaccines.refetch(), proofs.refetch()]);
  const canSet = useCan("accessBusinessSettings");
  if (!vaccines.data) return null;
  return (
    <Box component="section" aria-label="Vaccines" sx={{ borderTop: 1, borderColor: "line", pt: 2 }}>
      <Typography variant="h3" sx={{ mb: 1.5 }}>
        Vaccines
      </Typography>
      {list.length === 0 && (
        <Typography color="textSecondary">
          No vaccines are set up for this pet. {canSet && <TextLink to="/setting/clientsAndPets">Set up vaccines</TextLink>}
        </Typography>
      )}
      <Box sx={{ display: "grid", gap: 1.5 }}>
        {list.map((vaccine) => (
          <Line
            key={vaccine.vaccineId}
            vaccine={vaccine}
            proof={proofs.data?.proofs.find(({ vaccineId }) => vaccineId === vaccine.vaccineId)}
            canEdit={canEdit}
            onSaved={again}
          />
        ))}
        {canEdit && list.length > 0 && <VaccineLink customerId={customerId} />}
      </Box>
    </Box>
  );
};

type LineProps = {
  vaccine: PetVaccine /** The last one that was sent in. */;
  proof: VaccineProof | undefined;
  canEdit: boolean;
  onSaved: () => void;
};

const Line = ({ vaccine, proof, canEdit, onSaved }: LineProps) => {
  const format = useFormat();
  const [proving, setProving] = useState(false);
  const changed = useClientsChanged();
  const done = () => {
    onSaved();
    return changed();
  };
  const save = useMutation(VaccineService.method.savePetVaccine, { onSuccess: done, meta: { success: "Vaccine saved" } });
  const remove = useMutation(VaccineService.method.deletePetVaccine, { onSuccess: done });
  const { petId, vaccineId, vaccineName, documentPath } = vaccine;
  const set = (iso: string) => {
    const day = isoToDay(iso);
    if (day) save.mutate({ petId, vaccineId, documentPath, expirationDate: day });
    else if (vaccine.vaccineBindingId !== "0") remove.mutate({ vaccineBindingId: vaccine.vaccineBindingId });
  };
  return (
    <Box sx={{ display: "grid", gridTemplateColumns: "1fr 170px", gap: 1.5, alignItems: "center" }}>
      <Box>
        <Typography>{vaccine.vaccineName}</Typography>
        {vaccine.tag && (
          <StatusChip tone={vaccine.tag === "expire soon" ? "warn" : "bad"}>
            {vaccine.tag === "expire soon" ? "expires soon" : vaccine.tag}
          </StatusChip>
        )}
        <Box sx={{ display: "flex", flexWrap: "wrap", columnGap: 1.5, alignItems: "center" }}>
          {vaccine.remindTime && (
            <Typography variant="body2" color="textSecondary">
              Client reminded {format.instant(vaccine.remindTime)}
            </Typography>
          )}
          {documentPath.startsWith("/uploads/") && (
            <Link href={documentPath} target="_blank" rel="noreferrer" variant="body2">
              See proof
            </Link>
          )}
          {proof?.state === VaccineProofState.PENDING && (
            <TextLink to={pathTo("/client/vaccineProofs", {}, { proof: proof.proofId })} variant="body2">
              Proof to review
            </TextLink>
          )}
          {proof?.state === VaccineProofState.REJECTED && (
            <Typography variant="body2" color="textSecondary">
              Last proof rejected: {proof.reason}
            </Typography>
          )}
          {canEdit && (
            <Button size="small" onClick={() => setProving(true)}>
              Upload proof
            </Button>
          )}
        </Box>
        {proving && (
          <ProofDialog
            petId={petId}
            vaccineId={vaccineId}
            vaccineName={vaccineName}
            onClose={() => setProving(false)}
            onSaved={() => void done()}
          />
        )}
      </Box>
      <DateField
        label="Expires"
        disabled={!canEdit}
        value={isDay(vaccine.expirationDate) ? dayToIso(vaccine.expirationDate) : ""}
        onChange={set}
      />
    </Box>
  );
};
