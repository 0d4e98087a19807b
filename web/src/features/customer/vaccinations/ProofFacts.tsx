import { type VaccineProof, VaccineProofState } from "@leashline/proto/leashline/customer/v1/vaccine_proof_service_pb.js";
import Box from "@mui/material/Box";
import Link from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { StatusChip } from "../../../ui/StatusChip.tsx";

const isPicture = (path: string): boolean => /\.(png|jpe?g|webp|gif|avif)$/i.test(path);

/** What was sent in: shown where it is a picture. */
export const Paper = ({ proof: { documentPath, petName, vaccineName } }: { proof: VaccineProof }) => (
  <Link href={documentPath} target="_blank" rel="noreferrer">
    {isPicture(documentPath) ? (
      <Box
        component="img"
        src={documentPath}
        alt={`Proof of ${vaccineName} for ${petName}`}
        sx={{ width: 1, maxHeight: 420, objectFit: "contain", bgcolor: "lineSoft", borderRadius: 1, display: "block" }}
      />
    ) : (
      "Open the PDF"
    )}
  </Link>
);

/** What became of it. */
export const Outcome = ({ proof }: { proof: VaccineProof }) => {
  const format = useFormat();
  const by = [proof.decidedByName && `by ${proof.decidedByName}`, format.instant(proof.decideTime)].filter(Boolean).join(", ");
  if (proof.state === VaccineProofState.PENDING) return <StatusChip tone="warn">Waits for review</StatusChip>;
  if (proof.state === VaccineProofState.REPLACED)
    return <Fact name="Replaced">A newer proof was sent in {format.instant(proof.decideTime)}</Fact>;
  if (proof.state === VaccineProofState.REJECTED) return <Fact name={`Rejected ${by}`}>{proof.reason}</Fact>;
  return <Fact name={`Approved ${by}`}>Good until {format.day(proof.expirationDate)}</Fact>;
};

export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <Box component="section" aria-label={name}>
    <Typography variant="body2" color="textSecondary">
      {name}
    </Typography>
    <Box sx={{ overflowWrap: "anywhere" }}>{children}</Box>
  </Box>
);
