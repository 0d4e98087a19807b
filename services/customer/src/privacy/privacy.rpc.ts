import { filePathsIn, implement, listed, type Page, toTimestamp } from "@leashline/kit";
import { PrivacyRecordKind, PrivacyService } from "@leashline/proto/leashline/customer/v1/privacy_service_pb.js";
import { findClient } from "../clients/client.read.ts";
import { reach } from "../clients/visibility.store.ts";
import { command, query } from "../db.ts";
import { eraseClient } from "./erase.ts";
import { gather, obstaclesOf } from "./gather.ts";
import { everyIdOf, insertPrivacyRecord, listPrivacyRecords, type PrivacyRow } from "./privacy.store.ts";
import { mustBeClear, readme } from "./privacy.ts";

const toRecord = ({ id, kind, clientId, staffName, reason, madeAt }: PrivacyRow) => ({
  privacyRecordId: id,
  kind,
  customerId: clientId,
  staffName,
  reason,
  makeTime: toTimestamp(madeAt),
});

export const privacyRpc = implement(PrivacyService, {
  async exportPersonalData({ customerId, reason }, ctx) {
    const person = await query(ctx, async (db) => await everyIdOf(db, (await findClient(ctx, db, customerId)).id));
    const documents = await gather(ctx, person);
    const { staffId, name: staffName } = ctx.caller;
    // What was read is not kept with the answer to the call's key: it would outlive an erasure.
    const { record } = await command(ctx, async (tx) => {
      const made = { kind: PrivacyRecordKind.EXPORT, clientId: person.customerIds[0] ?? customerId, staffId, staffName, reason };
      const row = await insertPrivacyRecord(tx.db, made);
      tx.log({ entity: "client", id: row.clientId, action: "export" });
      return { record: toRecord(row) };
    });
    return {
      record,
      documents: [{ path: "README.txt", content: readme(new Date()) }, ...documents],
      filePaths: filePathsIn(documents.map(({ content }) => content)),
    };
  },

  async getErasureObstacles({ customerId }, ctx) {
    const person = await query(ctx, async (db) => await everyIdOf(db, (await findClient(ctx, db, customerId)).id));
    return { obstacles: await obstaclesOf(ctx, person) };
  },

  async eraseClient(request, ctx) {
    const person = await query(
      ctx,
      async (db) => await everyIdOf(db, (await findClient(ctx, db, request.customerId, { deleted: true })).id),
    );
    mustBeClear(await obstaclesOf(ctx, person));
    return await command(ctx, async (tx) => ({ record: toRecord(await eraseClient(tx, request)) }));
  },

  async listPrivacyRecords(request, ctx) {
    return await query(ctx, async (db) => {
      const read = (page: Page) => listPrivacyRecords(db, request.customerId, reach(ctx), page);
      const { rows, nextPageToken } = await listed(request, { standard: 50, read, key: (row) => [row.id] });
      return { records: rows.map(toRecord), nextPageToken };
    });
  },
});
