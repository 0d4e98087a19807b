import { type Ctx, can, fail, implement, toTimestamp } from "@leashline/kit";
import { TextConsentService, TextConsentSource } from "@leashline/proto/leashline/message/v1/text_consent_service_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { command, type Db, query } from "../db.ts";
import { clientOf } from "../projections/client.ts";
import { keepSaid, listSaid, refusalOf, refuseForStaff, type SaidRow } from "./consent.store.ts";
import { stateOf } from "./consent.ts";

const toWire = (row: SaidRow, contact: boolean) => ({
  id: row.id,
  agreed: row.agreed,
  words: row.words,
  source: row.source,
  phoneNumber: contact ? row.phone : "",
  staffId: row.staffId,
  staffName: row.staffName,
  businessId: row.businessId,
  createTime: toTimestamp(row.createTime),
});

async function standing(ctx: Ctx, db: Db, customerId: string) {
  const rows = await listSaid(db, customerId);
  const contact = can(ctx, Permission.VIEW_CLIENT_CONTACT);
  return {
    state: stateOf(await refusalOf(db, customerId), rows[0]?.agreed ?? false),
    records: rows.map((row) => toWire(row, contact)),
  };
}

export const textConsentRpc = implement(TextConsentService, {
  async getTextConsent({ customerId }, ctx) {
    return await query(ctx, (db) => standing(ctx, db, customerId));
  },

  async recordTextConsent({ customerId, businessId, agreed, ...req }, ctx) {
    await clientOf(ctx, customerId);
    const words = req.words.trim();
    if (!words) throw fail("PARAMS_INVALID", { field: "words", reason: "say how the client told you" });
    const staff = { id: ctx.caller.staffId, name: ctx.caller.name };
    return await command(ctx, async (tx) => {
      if (agreed && (await refusalOf(tx.db, customerId)) === "stop")
        throw fail("STATE_CONFLICT", { message: "This client answered STOP to your texts. Only they can undo it, by texting START." });
      await keepSaid(tx.db, { customerId }, { agreed, words, source: TextConsentSource.STAFF, businessId, staff });
      await refuseForStaff(tx.db, !agreed, customerId);
      tx.log({ entity: "client", id: customerId, action: agreed ? "agreed to texts" : "refused texts", businessId });
      tx.notify("message.threads", { businessId });
      return await standing(ctx, tx.db, customerId);
    });
  },
});
