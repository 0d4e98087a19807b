import { type Ctx, fail, type Tx } from "@leashline/kit";
import type { UploadAgreementRequest } from "@leashline/proto/leashline/customer/v1/agreement_record_service_pb.js";
import { mustHaveClient } from "../../clients/client.write.ts";
import { command, type DB } from "../../db.ts";
import { RequiredType } from "../agreement.ts";
import { hashOf } from "../agreement-text.ts";
import { hasVisit } from "./facts.store.ts";
import { businessesOf } from "./facts.ts";
import { askFor, isLetOff, lockRecord, type RecordRow, type Waiting } from "./record.store.ts";
import { expiryOf, filesOf, Kind } from "./record.ts";
import { lockRecords } from "./settle.ts";
import { keep, mustStand, textOf } from "./sign.ts";

/** The record that waits for this, made where there is none. One for every booking is for an appointment, one that is signed once for none. */
async function waitingFor(tx: Tx<DB>, asked: Waiting): Promise<RecordRow> {
  await mustHaveClient(tx, asked.clientId);
  lockRecords(tx, [asked.clientId]);
  const { requiredType } = await mustStand(tx, asked.agreementId);
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
  return (
    await command(ctx, async (tx) => {
      if (unlessLetOff && (await isLetOff(tx.db, asked))) return { id: "0" };
      const { id } = await waitingFor(tx, asked);
      tx.log({ entity: "agreement record", id, action: "asked", after: asked });
      tx.notify("customer.client", { ids: [asked.clientId] });
      return { id };
    })
  ).id;
}

/** What was signed on paper: the text of now counts as signed. */
export async function upload(
  ctx: Ctx,
  asked: Waiting,
  given: Pick<UploadAgreementRequest, "uploadImages" | "uploadHashes" | "uploadProofs" | "signerName">,
): Promise<string> {
  const files = filesOf(ctx.companyId, given, ctx.runtime.config.signingKey);
  const business = (await businessesOf(ctx, [ctx.businessId])).get(ctx.businessId);
  return (
    await command(ctx, async (tx) => {
      const row = await waitingFor(tx, asked);
      const { versionNumber, expireMonths } = await mustStand(tx, asked.agreementId);
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
      return { id: row.id };
    })
  ).id;
}
