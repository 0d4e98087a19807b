import type { MessageInitShape } from "@bufbuild/protobuf";
import { toTimestamp, toWireDate } from "@leashline/kit";
import type { VaccineProofSchema } from "@leashline/proto/leashline/customer/v1/vaccine_proof_service_pb.js";
import type { ShownProof } from "./proof.store.ts";

export const toProof = (row: ShownProof): MessageInitShape<typeof VaccineProofSchema> => ({
  proofId: row.id,
  state: row.state,
  petId: row.petId,
  petName: row.petName,
  customerId: row.clientId,
  customerName: row.clientName,
  vaccineId: row.vaccineId,
  vaccineName: row.vaccineName,
  documentPath: row.documentPath,
  ...(row.expirationDate ? { expirationDate: toWireDate(row.expirationDate) } : {}),
  ...(row.recordedUntil ? { recordedUntil: toWireDate(row.recordedUntil) } : {}),
  fromClient: row.fromClient,
  submittedByName: row.submittedByName,
  submitTime: toTimestamp(row.submittedAt),
  decidedByName: row.decidedByName,
  decideTime: toTimestamp(row.decidedAt),
  reason: row.reason,
});
