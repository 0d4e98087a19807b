import { fail, mustBePrivate, type Tx, todayIn } from "@leashline/kit";
import { VaccineProofDecidedSchema, VaccineProofSubmittedSchema } from "@leashline/proto/leashline/customer/v1/events_pb.js";
import type { Condition } from "../clients/visibility.store.ts";
import type { DB } from "../db.ts";
import { listVaccines } from "../pets/vaccination.store.ts";
import { insertProof, proofById, replaceWaiting, type ShownProof } from "./proof.store.ts";
import { APPROVED, arrivalOf, PENDING } from "./proof.ts";
import { vaccineSettings } from "./settings.store.ts";
import { saveVaccination } from "./vaccine.store.ts";

type Sent = {
  petId: string;
  vaccineId: string;
  businessId: string;
  documentPath: string;
  expirationDate: string | null;
  fromClient: boolean;
  submittedByName: string;
};

/** Takes in the proof of a pet whose row the command holds. */
export async function sendIn(tx: Tx<DB>, sent: Sent, reach: Condition, zone: string): Promise<ShownProof> {
  const documentPath = mustBePrivate(tx.ctx.companyId, sent.documentPath, "documentPath");
  const rule = (await listVaccines(tx.db)).find(({ id }) => id === sent.vaccineId);
  if (!rule) throw fail("NOT_FOUND", { field: "vaccineId" });
  const { approvalRequired } = await vaccineSettings(tx.db);
  const arrival = arrivalOf(sent.expirationDate, approvalRequired, todayIn(zone));
  await replaceWaiting(tx.db, sent.petId, sent.vaccineId);
  const id = await insertProof(tx.db, { ...sent, documentPath, ...arrival });
  if (arrival.state === APPROVED) await record(tx, { ...sent, ...arrival });
  const proof = (await proofById(tx.db, id, reach))!;
  if (arrival.state === PENDING) tx.emit(VaccineProofSubmittedSchema, aboutProof(proof), { key: `pet:${proof.petId}` });
  say(tx, proof, "proof sent in");
  return proof;
}

const aboutProof = (proof: ShownProof) => ({
  proofId: proof.id,
  businessId: proof.businessId,
  customerId: proof.clientId,
  petId: proof.petId,
  petName: proof.petName,
  vaccineName: proof.vaccineName,
  fromClient: proof.fromClient,
});

/** What is proven counts from now on. */
export async function record(
  tx: Tx<DB>,
  { petId, vaccineId, expirationDate, documentPath }: Pick<ShownProof, "petId" | "vaccineId" | "expirationDate" | "documentPath">,
): Promise<void> {
  await saveVaccination(tx.db, { petId, vaccineId, expirationDate, documentPath });
}

/** The change log, open screens, and the client who is told. */
export function sayDecided(tx: Tx<DB>, proof: ShownProof): void {
  const { fromClient: _, ...about } = aboutProof(proof);
  const approved = proof.state === APPROVED;
  const outcome = { approved, expirationDate: approved ? (proof.expirationDate ?? "") : "", reason: proof.reason };
  tx.emit(VaccineProofDecidedSchema, { ...about, ...outcome }, { key: `pet:${proof.petId}` });
  say(tx, proof, approved ? "proof approved" : "proof rejected");
}

function say(tx: Tx<DB>, { id, petId, clientId, vaccineName, expirationDate, documentPath, reason }: ShownProof, what: string): void {
  tx.log({ entity: "pet", id: petId, action: what, after: { vaccine: vaccineName, expirationDate, documentPath, reason } });
  tx.notify("customer.vaccineProof", { ids: [id] });
  tx.notify("customer.client", { ids: [clientId] });
}
