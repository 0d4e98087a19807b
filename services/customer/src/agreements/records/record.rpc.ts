import { fail, implement, listed, mustExist, type Page, type PageRequest } from "@leashline/kit";
import { AgreementRecordService } from "@leashline/proto/leashline/customer/v1/agreement_record_service_pb.js";
import { findClient } from "../../clients/client.read.ts";
import { clientsById } from "../../clients/client.store.ts";
import { mustHaveClient } from "../../clients/client.write.ts";
import { reach } from "../../clients/visibility.store.ts";
import { reachOf } from "../../clients/visibility.ts";
import { command, type Db, query } from "../../db.ts";
import { findAgreement } from "../agreement.store.ts";
import { evidenceOf } from "../evidence/evidence.read.ts";
import { linkTo } from "../links/link.ts";
import { ask, upload } from "./ask.ts";
import { hasVisit } from "./facts.store.ts";
import { namable, requiredOf, requiredSigns, type Signer, signersToAskAgain, statusesOf, waitingFor } from "./needs.store.ts";
import { toSigner, toStatus } from "./record.mapper.ts";
import { shown, shownOne } from "./record.read.ts";
import { countSigned, deleteRecord, findRecord, type ListedRecord, listSigned, recordsById } from "./record.store.ts";
import { Kind } from "./record.ts";
import { lockRecords, settle, settleAnew } from "./settle.ts";
import { mustStand, mustWait, sign } from "./sign.ts";

/** What the list calls 1 and 2, the records call 1 and 3. */
const kindsOf = (type: number): number[] => (type === 0 ? [Kind.signed, Kind.uploaded] : [type === 1 ? Kind.signed : Kind.uploaded]);

async function waiting(db: Db, asked: { clientId: string; appointmentId: string }, request: PageRequest) {
  let total = 0;
  const read = async (page: Page) => {
    const found = await waitingFor(db, { ...asked, ...page });
    total = found[0]?.total ?? total;
    return found;
  };
  const key = (row: { sort: number; agreementId: string; id: string }) => [row.sort, row.agreementId, row.id];
  const { rows, nextPageToken } = await listed(request, { standard: 100, read, key });
  const ids = rows.map(({ id }) => id);
  return { rows: await recordsById(db, ids), nextPageToken, total };
}

export const recordRpc = implement(AgreementRecordService, {
  async getAgreementStatus({ customerId, groomingId }, ctx) {
    return await query(ctx, async (db) => {
      const { id } = await findClient(ctx, db, customerId, { deleted: true });
      const statuses = await statusesOf(db, id, groomingId);
      return { requiredSign: statuses.some(({ requiredSign }) => requiredSign), statuses: statuses.map(toStatus) };
    });
  },

  async getRequiredSigns({ appointmentIds, customerIds }, ctx) {
    const clients = reach(ctx);
    const may = reachOf(ctx).kind === "all" ? clients : namable(clients, ctx.caller);
    return await query(ctx, async (db) => ({
      appointmentIds: appointmentIds.length > 0 ? await requiredSigns(db, appointmentIds, may) : [],
      customerIds: await requiredOf(db, customerIds, clients),
    }));
  },

  async listSignedAgreements(request, ctx) {
    const { rows, nextPageToken, total } = await query(ctx, async (db) => {
      const { id: clientId } = await findClient(ctx, db, request.customerId, { deleted: true });
      const asked = { clientId, appointmentId: request.appointmentId, kinds: kindsOf(request.type) };
      const read = (page: Page) => listSigned(db, asked, page);
      const key = (row: ListedRecord) => [row.signedAt?.toISOString() ?? "", row.id];
      return { ...(await listed(request, { standard: 20, most: 100, read, key })), total: await countSigned(db, asked) };
    });
    return { records: await shown(ctx, rows), nextPageToken, total };
  },

  async listUnsignedAgreements(request, ctx) {
    const { rows, nextPageToken, total } = await query(ctx, async (db) => {
      const { id: clientId } = await findClient(ctx, db, request.customerId, { deleted: true });
      return await waiting(db, { clientId, appointmentId: request.appointmentId }, request);
    });
    return { records: await shown(ctx, rows), nextPageToken, total };
  },

  getAgreementRecord: ({ id }, ctx) => shownOne(ctx, id),

  getAgreementEvidence: ({ id }, ctx) => evidenceOf(ctx, id),

  getUnsignedAgreementLink: ({ id }, ctx) => linkTo(ctx, id),

  async listSignersToAskAgain(request, ctx) {
    return await query(ctx, async (db) => {
      mustExist(await findAgreement(db, request.agreementId), "agreementId");
      let total = 0;
      const read = async ({ after, offset, limit }: Page) => {
        const found = await signersToAskAgain(db, {
          within: reach(ctx),
          agreementId: request.agreementId,
          after: after ?? null,
          offset,
          limit,
        });
        total = found[0]?.total ?? total;
        return found;
      };
      const key = (row: Signer) => [row.signedAt.toISOString(), row.clientId];
      const { rows, nextPageToken } = await listed(request, { standard: 20, most: 100, read, key });
      return { signers: rows.map(toSigner), nextPageToken, total };
    });
  },

  async createUnsignedAgreement({ customerId: clientId, agreementId, appointmentId, unlessWaived }, ctx) {
    const id = await ask(ctx, { clientId, agreementId, appointmentId }, unlessWaived);
    return id === "0" ? {} : await shownOne(ctx, id);
  },

  async createRecordsForSignEveryBookingAgreements({ customerId, appointmentId }, ctx) {
    await command(ctx, async (tx) => {
      await mustHaveClient(tx, customerId);
      if (!(await hasVisit(tx.db, customerId, appointmentId))) throw fail("APPOINTMENT_NOT_FOUND", { field: "appointmentId" });
      await settle(tx, [customerId]);
      return { done: true };
    });
    const asked = { clientId: customerId, appointmentId };
    const rows = await query(ctx, async (db) => {
      const waits = await waitingFor(db, { ...asked, after: null, offset: 0, limit: 200 });
      return await recordsById(
        db,
        waits.map(({ id }) => id),
      );
    });
    return { records: await shown(ctx, rows) };
  },

  async signAgreement({ id, ...signing }, ctx) {
    await sign(ctx, id, signing, ctx.caller.name);
    return await shownOne(ctx, id);
  },

  async uploadAgreement({ customerId: clientId, agreementId, appointmentId, ...given }, ctx) {
    return await shownOne(ctx, await upload(ctx, { clientId, agreementId, appointmentId }, given));
  },

  async deleteAgreementRecords({ ids }, ctx) {
    return await command(ctx, async (tx) => {
      const named = (await recordsById(tx.db, ids)).filter(({ kind }) => kind !== Kind.unsigned);
      const reached = await clientsById(
        tx.db,
        named.map((row) => row.clientId),
        reach(ctx),
      );
      const rows = named.filter(({ clientId }) => reached.has(clientId));
      const clientIds = [...new Set(rows.map(({ clientId }) => clientId))].sort();
      lockRecords(tx, clientIds);
      for (const { signature: _drawn, content: _content, ...before } of rows) {
        await deleteRecord(tx.db, before.id, null);
        tx.log({ entity: "agreement record", id: before.id, action: "deleted", before });
      }
      await settleAnew(tx, clientIds);
      tx.notify("customer.client", { ids: clientIds });
      return {};
    });
  },

  async deleteUnsignedAgreement({ id }, ctx) {
    return await command(ctx, async (tx) => {
      mustExist(await findRecord(tx.db, id), "id");
      const row = await mustWait(tx, id);
      await deleteRecord(tx.db, id, (await mustStand(tx, row.agreementId)).versionNumber);
      tx.log({ entity: "agreement record", id, action: "waived", before: { clientId: row.clientId, agreementId: row.agreementId } });
      tx.notify("customer.client", { ids: [row.clientId] });
      return {};
    });
  },
});
