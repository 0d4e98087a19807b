import { type Ctx, fail, mustExist, type Tx, toTimestamp } from "@leashline/kit";
import type { Business } from "@leashline/proto/leashline/account/v1/business_pb.js";
import { AgreementSignedSchema } from "@leashline/proto/leashline/customer/v1/events_pb.js";
import { mustHaveClient } from "../../clients/client.write.ts";
import { command, type DB, query } from "../../db.ts";
import { type AgreementRow, findAgreement } from "../agreement.store.ts";
import { hashOf, textFor, titleOf } from "../agreement-text.ts";
import { signatureExpired } from "../renewals/renewal.jobs.ts";
import { partyOf } from "./facts.store.ts";
import { businessesOf, factsOf } from "./facts.ts";
import { findRecord, lockRecord, type RecordRow, type Signature, versionOf, writeSignature } from "./record.store.ts";
import { answersOf, expiryOf, hashRead, Kind, mustReadAs, signatureOf, signerOf, versionToSign } from "./record.ts";
import { lockRecords, settle } from "./settle.ts";
import { addStep } from "./step.store.ts";

/** What a client gives with a signature. */
export type Signing = {
  signature: string;
  signerName: string;
  inputs: { label: string; value: string }[];
  versionNumber: number;
  contentHash: string;
};

/** A record that waits, with its client held. */
export async function mustWait(tx: Tx<DB>, id: string): Promise<RecordRow> {
  const { clientId } = mustExist(await findRecord(tx.db, id), "id");
  await mustHaveClient(tx, clientId);
  lockRecords(tx, [clientId]);
  const row = mustExist(await lockRecord(tx.db, id), "id");
  if (row.kind !== Kind.unsigned) throw fail("STATE_CONFLICT", { field: "id", message: "This is signed already." });
  return row;
}

export const mustStand = async (tx: Tx<DB>, agreementId: string): Promise<AgreementRow> =>
  mustExist(await findAgreement(tx.db, agreementId), "agreementId");

/** What a record says of the text, once it is signed in this version. */
export async function textOf(tx: Tx<DB>, row: RecordRow, version: number, business: Business | undefined) {
  const template = mustExist(await versionOf(tx.db, row.agreementId, version), "versionNumber");
  const party = mustExist(await partyOf(tx.db, row.clientId, row.appointmentId), "customerId", "CUSTOMER_NOT_FOUND");
  const text = textFor({ header: template.header, content: template.content, inputs: template.inputs }, factsOf(party, business));
  const customerName = `${party.firstName} ${party.lastName}`.trim();
  return { text, about: { customerName, title: titleOf(template.header), zone: business?.timezoneName || "UTC" } };
}

/** Besides what is signed: whose it is, what the agreement is called, and where it is signed. */
type About = {
  customerName: string;
  title: string;
  zone: string /** The device on which it was signed; left out: the caller's. */;
  deviceAddress?: string;
};

/** A signature is on the record for good, whoever waits hears of it, and it runs out when it should. */
export async function keep(tx: Tx<DB>, row: RecordRow, signature: Signature, about: About): Promise<void> {
  const { customerName, title, zone, deviceAddress = tx.ctx.caller.ip } = about;
  await writeSignature(tx.db, row.id, signature);
  const what = signature.kind === Kind.signed ? "signed" : "uploaded";
  await addStep(tx.db, row.id, { what, at: signature.signedAt, method: "", sentTo: "", deviceAddress });
  const { signature: _drawn, content: _content, ...noted } = signature;
  tx.log({ entity: "agreement record", id: row.id, action: what, after: noted });
  tx.emit(
    AgreementSignedSchema,
    {
      recordId: row.id,
      customerId: row.clientId,
      customerName,
      agreementId: row.agreementId,
      agreementHeader: signature.header,
      agreementTitle: title,
      appointmentId: row.appointmentId,
      businessId: row.businessId,
      kind: signature.kind,
      contentHash: signature.contentHash,
      signedTime: toTimestamp(signature.signedAt)!,
    },
    { key: row.clientId },
  );
  if (signature.expireAt)
    tx.schedule(signatureExpired, {
      key: row.id,
      dueAt: new Date(signature.expireAt.getTime() + 1_000),
      payload: { clientId: row.clientId, agreementId: row.agreementId, zone },
    });
  await settle(tx, [row.clientId]);
  tx.notify("customer.client", { ids: [row.clientId] });
}

/** A client signs a record that waits; the text is the one that was read, to the letter, as long as it counts. */
export async function sign(ctx: Ctx, id: string, given: Signing, staffName: string): Promise<void> {
  const drawn = { signature: signatureOf(given.signature), signerName: signerOf(given.signerName) };
  const read = hashRead(given.contentHash);
  const found = mustExist(await query(ctx, (db) => findRecord(db, id)), "id");
  const business = (await businessesOf(ctx, [found.businessId])).get(found.businessId);
  await command(ctx, async (tx) => {
    const row = await mustWait(tx, id);
    const agreement = await mustStand(tx, row.agreementId);
    const versionNumber = versionToSign(given.versionNumber, agreement);
    const { text, about } = await textOf(tx, row, versionNumber, business);
    const contentHash = mustReadAs(read, hashOf(text));
    const answers = answersOf(text.inputs, given.inputs);
    const signedAt = new Date();
    const signed = { kind: Kind.signed, header: text.header, content: text.content, answers, versionNumber, contentHash };
    const expireAt = expiryOf(signedAt, agreement.expireMonths);
    await keep(
      tx,
      row,
      { ...signed, ...drawn, uploadImages: [], uploadHashes: [], uploadHashesProven: false, staffName, signedAt, expireAt },
      about,
    );
    return { done: true };
  });
}
