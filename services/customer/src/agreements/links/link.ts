import type { MessageInitShape } from "@bufbuild/protobuf";
import { type Ctx, e164, fail, mustExist } from "@leashline/kit";
import type { LinkedAgreementSchema } from "@leashline/proto/leashline/customer/v1/agreement_link_service_pb.js";
import { command, query } from "../../db.ts";
import { findAgreement } from "../agreement.store.ts";
import { fillIn } from "../agreement-text.ts";
import { partyOf } from "../records/facts.store.ts";
import { businessesOf, factsOf } from "../records/facts.ts";
import { waitingFor } from "../records/needs.store.ts";
import { shownOne } from "../records/record.read.ts";
import { findRecord, recordsById } from "../records/record.store.ts";
import { Kind } from "../records/record.ts";
import { lockRecords } from "../records/settle.ts";
import { addStep, stepsOf } from "../records/step.store.ts";
import { isNewOpening } from "../records/step.ts";
import { linkWords } from "./link-words.ts";
import { newLink, type Opened, tokenOf } from "./open-link.ts";

const MOST_BESIDE = 20;

/** What the same client has to sign besides, each with its own token; good as long as the link that led here. */
async function waitingBeside({ ctx, link, row }: Opened) {
  const asked = { clientId: row.clientId, appointmentId: "0", after: null, offset: 0, limit: MOST_BESIDE };
  const ids = await query(ctx, async (db) => (await waitingFor(db, asked)).map(({ id }) => id));
  const rows = await query(ctx, (db) => recordsById(db, ids));
  const here = rows.filter(({ id, businessId }) => id !== row.id && businessId === row.businessId);
  const listed = [];
  for (const one of here) {
    const { record } = await shownOne(ctx, one.id);
    listed.push({ agreementHeader: record.agreementHeader ?? "", token: tokenOf(ctx, one, link.until) });
  }
  return listed;
}

/** The agreement as its client sees it now. */
export async function linkedAgreement(opened: Opened): Promise<MessageInitShape<typeof LinkedAgreementSchema>> {
  const { ctx, row } = opened;
  const [{ record }, businesses, alsoWaiting] = await Promise.all([
    shownOne(ctx, row.id),
    businessesOf(ctx, [row.businessId]),
    waitingBeside(opened),
  ]);
  const business = businesses.get(row.businessId);
  const { customerFirstName, customerLastName } = record;
  return {
    businessName: business?.businessName ?? "",
    businessPhone: business ? factsOf(nobody, business).business.phone : "",
    dialNumber: business ? await e164(business.phoneNumber, business.countryAlpha2Code) : "",
    timezoneName: business?.timezoneName || "UTC",
    agreementHeader: record.agreementHeader ?? "",
    agreementContent: record.agreementContent ?? "",
    inputs: record.inputs ?? [],
    versionNumber: record.versionNumber ?? 0,
    contentHash: record.contentHash ?? "",
    signed: record.signed ?? false,
    ...(record.signedTime && { signedTime: record.signedTime }),
    signerName: record.signerName ?? "",
    signature: record.signature ?? "",
    clientName: `${customerFirstName ?? ""} ${customerLastName ?? ""}`.trim(),
    alsoWaiting,
  };
}
const nobody = { firstName: "", lastName: "", petNames: [], date: null, startTime: null };

/** A line for the evidence: the link was opened, and where. */
export async function noteOpened({ ctx, row }: Opened): Promise<void> {
  if (row.kind !== Kind.unsigned) return;
  const [at, deviceAddress] = [new Date(), ctx.caller.ip];
  const steps = (await query(ctx, (db) => stepsOf(db, [row.id]))).get(row.id) ?? [];
  if (!isNewOpening(steps, at, deviceAddress)) return;
  await command({ ...ctx, idempotencyKey: "" }, async (tx) => {
    lockRecords(tx, [row.clientId]);
    await addStep(tx.db, row.id, { what: "opened", at, method: "", sentTo: "", deviceAddress });
    tx.notify("customer.client", { ids: [row.clientId] });
    return { done: true };
  });
}

/** A record that waits for its client, whose agreement stands. */
async function mustStillWait(ctx: Ctx, id: string, field: string) {
  return await query(ctx, async (db) => {
    const row = mustExist(await findRecord(db, id), field);
    if (row.kind !== Kind.unsigned) throw fail("STATE_CONFLICT", { field, message: "This is signed already." });
    const agreement = mustExist(await findAgreement(db, row.agreementId), field);
    return { row, agreement, party: mustExist(await partyOf(db, row.clientId, row.appointmentId), field, "CUSTOMER_NOT_FOUND") };
  });
}

/** The address of the page on which a record is signed. */
export async function linkTo(ctx: Ctx, id: string) {
  const { row, agreement, party } = await mustStillWait(ctx, id, "id");
  const business = (await businessesOf(ctx, [row.businessId])).get(row.businessId);
  return { ...newLink(ctx, row), agreementId: row.agreementId, agreementHeader: fillIn(agreement.header, factsOf(party, business)) };
}

/** What is sent to the client whose record waits. */
export async function prepared(ctx: Ctx, recordId: string) {
  const { row, agreement, party } = await mustStillWait(ctx, recordId, "recordId");
  const business = (await businessesOf(ctx, [row.businessId])).get(row.businessId);
  const facts = factsOf(party, business);
  const words = linkWords(agreement, fillIn(agreement.header, facts), facts, newLink(ctx, row).url);
  return { customerId: row.clientId, businessId: row.businessId, appointmentId: row.appointmentId, ...words };
}
