import { type Ctx, fail, type Tx } from "@leashline/kit";
import type { UploadAgreementRequest } from "@leashline/proto/leashline/customer/v1/agreement_record_service_pb.js";
import { mustHaveClient } from "../../clients/client.write.ts";
import { command, type DB } from "../../db.ts";
import type { AgreementRow } from "../agreement.store.ts";
import { RequiredType } from "../agreement.ts";
import { hashOf } from "../agreement-text.ts";
import { hasVisit } from "./facts.store.ts";
import { businessesOf } from "./facts.ts";
import { askFor, isLetOff, lockRecord, type RecordRow, type Waiting } from "./record.store.ts";
import { expiryOf, filesOf, Kind } from "./record.ts";
import { lockRecords } from "./settle.ts";
import { keep, mustStand, textOf } from "./sign.ts";

/** The agreement that is to be asked for, with its client held. */
async function mustAsk(tx: Tx<DB>, { clientId, agreementId }: Waiting): Promise<AgreementRow> {
  await mustHaveClient(tx, clientId);
  lockRecords(tx, [clientId]);
  return await mustStand(tx, agreementId);
}

/** The record that waits for this, made where there is none. One for every booking is for an appointment, one that is signed once for none. */
async function waitingFor(tx: Tx<DB>, { requiredType }: AgreementRow, asked: Waiting): Promise<RecordRow> {
  if (asked.appointmentId !== "0" && !(await hasVisit(tx.db, asked.clientId, asked.appointmentId)))
    throw fail("APPOINTMENT_NOT_FOUND", { field: "appointmentId" });
  if (requiredType === RequiredType.everyBooking && asked.appointmentId === "0")
    throw fail("PARAMS_INVALID", { field: "appointmentId", reason: "this agreement is signed for each appointment: name one" });
  const appointmentId = requiredType === RequiredType.once ? "0" : asked.appointmentId;
  const id = await askFor(tx.db, { ...asked, appointmentId }, tx.ctx.businessId);
  return (await lockRecord(tx.db, id))!;
}

/** Answers which record waits; "0" for a client who was let off, where those are not asked. */
export async function ask(ctx: Ctx, asked: Waiting, unlessLetOff: boolean): Promise<string> {
  return await command(
    ctx,
    async (tx) => {
      const agreement = await mustAsk(tx, asked);
      if (unlessLetOff && (await isLetOff(tx.db, asked))) return "0";
      const { id } = await waitingFor(tx, agreement, asked);
      tx.log({ entity: "agreement record", id, action: "asked", after: asked });
      tx.notify("customer.client", { ids: [asked.clientId] });
      return id;
    },
    { step: "ask" },
  );
}

/** What was signed on paper: the text of now counts as signed. */
export async function upload(
  ctx: Ctx,
  asked: Waiting,
  given: Pick<UploadAgreementRequest, "uploadImages" | "uploadHashes" | "uploadProofs" | "signerName">,
): Promise<string> {
  const files = filesOf(ctx.companyId, given, ctx.runtime.config.signingKey);
  const business = (await businessesOf(ctx, [ctx.businessId])).get(ctx.businessId);
  return await command(
    ctx,
    async (tx) => {
      const agreement = await mustAsk(tx, asked);
      const { versionNumber, expireMonths } = agreement;
      const row = await waitingFor(tx, agreement, asked);
      const { text, about } = await textOf(tx, row, versionNumber, business);
      const signedAt = new Date();
      const signed = {
        kind: Kind.uploaded,
        header: text.header,
        content: text.content,
        answers: [],
        versionNumber,
        contentHash: hashOf(text),
        signature: "",
        signerName: given.signerName.trim(),
      };
      await keep(tx, row, { ...signed, ...files, staffName: ctx.caller.name, signedAt, expireAt: expiryOf(signedAt, expireMonths) }, about);
      return row.id;
    },
    { step: "upload" },
  );
}
