import { type VaccinePage, VaccineProofLinkService } from "@leashline/proto/leashline/customer/v1/vaccine_proof_link_service_pb.js";
import { VaccineUploadService } from "@leashline/proto/leashline/gateway/v1/vaccine_upload_pb.js";
import { clientFor } from "../../app/calls/transport.ts";
import { put } from "../../app/upload/put.ts";
import { beginsLikeProof, smaller, unfit } from "../../app/upload/smaller.ts";
import { messageOf } from "../../ui/feedback/call-errors.ts";
import { isoToDay } from "../../ui/format/dates.ts";

const link = clientFor(VaccineProofLinkService);
const uploads = clientFor(VaccineUploadService);

export type Answer = { page: VaccinePage; error?: undefined } | { page?: undefined; error: string };
const FAILED = "Something went wrong. Please try again.";

async function answered(call: () => Promise<{ page?: VaccinePage }>): Promise<Answer> {
  try {
    const { page } = await call();
    return page ? { page } : { error: FAILED };
  } catch (error) {
    return { error: messageOf(error) };
  }
}

export const openPage = (token: string): Promise<Answer> => answered(() => link.openVaccinePage({ token }));

type Proof = { petId: string; vaccineId: string; file: File; day: string };
/** Sends a proof in; a large photo as a smaller one. */
export async function sendProof(token: string, { petId, vaccineId, file, day }: Proof): Promise<Answer> {
  if (!(await beginsLikeProof(file))) return { error: "This file is not a photo or a PDF. Send a photo or a PDF of the proof." };
  const sent = await smaller(file);
  const error = unfit(sent);
  if (error) return { error };
  return await answered(async () => {
    const expirationDate = isoToDay(day);
    const vaccine = { token, petId, vaccineId, ...(expirationDate && { expirationDate }) };
    const { uploadUrl, fileId } = await uploads.getVaccineUploadUrl({ vaccine, fileName: file.name || "proof" });
    await put(uploadUrl, sent, { onBytes: () => undefined });
    return await uploads.sendVaccineProof({ vaccine, fileId });
  });
}
