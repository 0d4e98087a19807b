import { type Ctx, fail, fromWireDate, implement, mustExist, todayIn } from "@leashline/kit";
import {
  type CheckLinkedProofRequest,
  type TakeLinkedProofRequest,
  VaccineProofLinkService,
} from "@leashline/proto/leashline/customer/v1/vaccine_proof_link_service_pb.js";
import { within } from "../../clients/visibility.store.ts";
import { command, type Db, query } from "../../db.ts";
import { petsById } from "../../pets/pet.store.ts";
import { mustHavePet } from "../../pets/pet.write.ts";
import { listVaccines } from "../../pets/vaccination.store.ts";
import { concerns } from "../../pets/vaccination-tag.ts";
import { arrivalOf } from "../proof.ts";
import { sendIn } from "../send-in.ts";
import { vaccineSettings } from "../settings.store.ts";
import { sentLately } from "./link.store.ts";
import { newLink, type Opened, openLink } from "./link.ts";
import { LIVES, pageOf } from "./page.ts";

const MOST_AN_HOUR = 20;
const HOUR_SECONDS = 3_600;

type Sent = Pick<CheckLinkedProofRequest | TakeLinkedProofRequest, "petId" | "vaccineId" | "expirationDate">;
const dayOf = ({ expirationDate }: Sent): string | null => (expirationDate ? fromWireDate(expirationDate, "expirationDate") : null);

/** A pet of the client's own, a vaccine that concerns it, a day that is yet to come, and not one thing after the other. */
async function mustFit(db: Db, { ctx, customerId }: Opened, sent: Sent): Promise<void> {
  const pet = (await petsById(db, [sent.petId])).get(sent.petId);
  const theirs = pet?.clientId === customerId && !pet.deletedAt && pet.lifeStatus === LIVES ? pet : undefined;
  const { petType } = mustExist(theirs, "petId", "PET_NOT_FOUND");
  const rule = (await listVaccines(db)).find(({ id }) => id === sent.vaccineId);
  if (!rule || !concerns(rule, petType)) throw fail("NOT_FOUND", { field: "vaccineId" });
  arrivalOf(dayOf(sent), (await vaccineSettings(db)).approvalRequired, todayIn(ctx.caller.zone));
  if ((await sentLately(db, customerId)) < MOST_AN_HOUR) return;
  throw fail("TOO_MANY_REQUESTS", { message: "That was a lot at once. Please try again in an hour.", retryAfterSeconds: HOUR_SECONDS });
}

const checked = async (from: Ctx, request: CheckLinkedProofRequest) => {
  const opened = await openLink(from, request.token);
  await query(opened.ctx, (db) => mustFit(db, opened, request));
  return { companyId: opened.ctx.companyId };
};

export const vaccineLinkRpc = implement(VaccineProofLinkService, {
  openVaccinePage: async ({ token }, ctx) => ({ page: await pageOf(await openLink(ctx, token)) }),

  getVaccineUploadLink: ({ customerId }, ctx) => newLink(ctx, customerId),

  checkLinkedProof: (request, ctx) => checked(ctx, request),

  async takeLinkedProof(request, from) {
    const opened = await openLink(from, request.token);
    const { ctx, customerId } = opened;
    const { petId, vaccineId, documentPath } = request;
    const sent = { petId, vaccineId, documentPath, expirationDate: dayOf(request), businessId: ctx.businessId };
    await command(ctx, async (tx) => {
      tx.lock([`vaccine proofs:${customerId}`]);
      await mustHavePet(tx, petId);
      await mustFit(tx.db, opened, request);
      await sendIn(tx, { ...sent, fromClient: true, submittedByName: "" }, within({ kind: "all" }), ctx.caller.zone);
      return {};
    });
    return { page: await pageOf(opened) };
  },
});
