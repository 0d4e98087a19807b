import { type Ctx, fail, implement, listed, mustExist, type Page, type Tx, todayIn, toTimestamp } from "@leashline/kit";
import { seal, unseal } from "@leashline/kit/permissions/sealing.ts";
import { EntryCodeService } from "@leashline/proto/leashline/customer/v1/entry_code_service_pb.js";
import { findClient } from "../clients/client.read.ts";
import { mustHaveClient } from "../clients/client.write.ts";
import { command, type DB, type Db, query } from "../db.ts";
import { codesOf, countCodes, type EntryCodeRow, findCode, insertCode, removeCode, visitsOf } from "./entry-code.store.ts";
import { codeOf, isOnVisit, labelOf, MOST_CODES } from "./entry-code.ts";

const toEntryCode = ({ id, label, staffName, createdAt }: EntryCodeRow) => ({
  entryCodeId: id,
  label,
  staffName,
  createTime: toTimestamp(createdAt),
});

const tomorrowIn = (zone: string): string => Temporal.PlainDate.from(todayIn(zone)).add({ days: 1 }).toString();

/** In the client's history, where it stays when the code is gone. */
function note(tx: Tx<DB>, customerId: string, action: string, label: string): void {
  tx.log({ entity: "client", id: customerId, action, before: { opens: "" }, after: { opens: label } });
  tx.notify("customer.client", { ids: [customerId] });
}

/** Who asks is on an appointment of this client; nothing else they may do counts. */
async function maySee(ctx: Ctx, db: Db, clientId: string): Promise<boolean> {
  const visits = await visitsOf(db, clientId);
  return isOnVisit(ctx.caller.staffId, visits, { now: new Date(), tomorrow: tomorrowIn(ctx.caller.zone) });
}

async function mustBeOnVisit(ctx: Ctx, clientId: string): Promise<void> {
  if (!(await query(ctx, (db) => maySee(ctx, db, clientId))))
    throw fail("NO_PERMISSION", { message: "Only who is on an appointment of this client sees the code, from the day before it." });
}

export const entryCodeRpc = implement(EntryCodeService, {
  async listEntryCodes({ customerId, ...request }, ctx) {
    return await query(ctx, async (db) => {
      const { id } = await findClient(ctx, db, customerId);
      const read = (page: Page) => codesOf(db, id, page);
      const { rows, nextPageToken } = await listed(request, { read, key: (row) => [row.id] });
      return { entryCodes: rows.map(toEntryCode), nextPageToken, canShow: await maySee(ctx, db, id) };
    });
  },

  async createEntryCode({ customerId, ...given }, ctx) {
    const [label, code] = [labelOf(given.label), codeOf(given.code)];
    return await command(ctx, async (tx) => {
      const { id: clientId } = await mustHaveClient(tx, customerId);
      if ((await countCodes(tx.db, clientId)) >= MOST_CODES)
        throw fail("STATE_CONFLICT", { message: `A client has at most ${MOST_CODES} codes. Delete one first.` });
      const sealed = seal(Buffer.from(code), ctx.runtime.config.signingKey, "entry code");
      const row = await insertCode(tx.db, { clientId, label, sealed, staffName: ctx.caller.name });
      note(tx, clientId, "entry code added", label);
      return { entryCode: toEntryCode(row) };
    });
  },

  async deleteEntryCode({ customerId, entryCodeId }, ctx) {
    return await command(ctx, async (tx) => {
      const { id: clientId } = await mustHaveClient(tx, customerId);
      const { label } = mustExist(await findCode(tx.db, clientId, entryCodeId), "entryCodeId");
      await removeCode(tx.db, entryCodeId);
      note(tx, clientId, "entry code deleted", label);
      return {};
    });
  },

  async showEntryCode({ customerId, entryCodeId }, ctx) {
    const { id: clientId } = await query(ctx, (db) => findClient(ctx, db, customerId));
    await mustBeOnVisit(ctx, clientId);
    const { sealed, label } = mustExist(await query(ctx, (db) => findCode(db, clientId, entryCodeId)), "entryCodeId");
    // What is answered is not kept with the key of the call, and whoever asks again is written down again.
    await command({ ...ctx, idempotencyKey: "" }, async (tx) => {
      note(tx, clientId, "entry code shown", label);
      return {};
    });
    return { code: unseal(sealed, ctx.runtime.config.signingKey, "entry code").toString() };
  },
});
