import { type Ctx, fail, implement, listed, mustBeCurrent, mustExist, named, type Page, reachesBusiness, type Tx } from "@leashline/kit";
import { AgreementService, UpdateAgreementRequestSchema } from "@leashline/proto/leashline/customer/v1/agreement_service_pb.js";
import { command, type DB, query } from "../db.ts";
import { toAgreement, toAgreementVersion } from "./agreement.mapper.ts";
import {
  type AgreementRow,
  countAgreements,
  deleteAgreements,
  findAgreement,
  insertAgreement,
  insertVersion,
  listAgreements,
  listVersions,
  lockAgreement,
  sortAgreements,
  updateAgreement,
  type VersionRow,
} from "./agreement.store.ts";
import { type AgreementChange, changeOf, newAgreement, nextVersion, wordingsOf } from "./agreement.ts";
import { hashOf, placeholders } from "./agreement-text.ts";
import { agreementChanged } from "./records/settle.jobs.ts";
import { planEnding, planRenewals } from "./renewals/renewal.jobs.ts";

type Asked = { id: string; version: number; flush: boolean; field: string };

/** One that stands, at all locations or at one where the caller works. */
const mustHave = (ctx: Ctx, row: AgreementRow | undefined, field = "id"): AgreementRow => {
  const found = mustExist(row, field);
  if (found.businessIds.length > 0 && !found.businessIds.some((id) => reachesBusiness(ctx, id))) throw fail("NOT_FOUND", { field });
  return found;
};
const mustReach = (ctx: Ctx, { businessIds = [] }: AgreementChange) => {
  if (!businessIds.every((id) => reachesBusiness(ctx, id))) throw fail("NOT_FOUND", { field: "businessIds" });
};

/** Who comes is asked by what it says from now on; whoever signed hears of it before that runs out. */
function planAfter(tx: Tx<DB>, { id, dateEndsAt, remindDaysBefore }: AgreementRow, endedAt: Date | null = null): void {
  const { caller, businessId } = tx.ctx;
  tx.schedule(agreementChanged, { key: id, dueAt: new Date(), payload: { agreementId: id } });
  planEnding(tx, id, dateEndsAt, endedAt);
  if (remindDaysBefore > 0) planRenewals(tx, { zone: caller.zone, businessId });
}

/** A change of anything; another text is a version of its own. */
async function change(tx: Tx<DB>, { id, version, flush, field }: Asked, changes: AgreementChange): Promise<AgreementRow> {
  const { ctx } = tx;
  mustReach(ctx, changes);
  const before = mustHave(ctx, await lockAgreement(tx.db, id), field);
  mustBeCurrent(version, before.version);
  const next = nextVersion(before, changes, flush);
  const { header: _header, content: _content, inputs: _inputs, ...rest } = changes;
  const after = await updateAgreement(tx.db, id, rest, next);
  if (next) await insertVersion(tx.db, id, next, ctx.caller.name);
  planAfter(tx, after, before.dateEndsAt);
  tx.log({ entity: "agreement", id, action: "updated", before, after });
  tx.notify("customer.agreement", { ids: [id] });
  return after;
}

const wording = ({ id, emailTitle, emailBody, smsBody }: AgreementRow) => ({ agreementId: id, emailTitle, emailBody, smsBody });

export const agreementRpc = implement(AgreementService, {
  async getAgreement({ id }, ctx) {
    return { agreement: toAgreement(mustHave(ctx, await query(ctx, (db) => findAgreement(db, id)))) };
  },

  async listAgreements(request, ctx) {
    return await query(ctx, async (db) => {
      const read = (page: Page) => listAgreements(db, ctx.businessId, page);
      const { rows, nextPageToken } = await listed(request, { standard: 100, read, key: ({ sort, id }: AgreementRow) => [sort, id] });
      const offered = placeholders.map(({ name, meaning, needsAppointment }) => ({ name, meaning, needsAppointment }));
      const total = await countAgreements(db, ctx.businessId);
      return { agreements: rows.map(toAgreement), nextPageToken, total, placeholders: offered };
    });
  },

  async createAgreement(request, ctx) {
    const made = newAgreement(request, ctx.caller.zone, new Date());
    mustReach(ctx, made);
    const { header, content, inputs } = made;
    const text = { header, content, inputs };
    const contentHash = hashOf(text);
    return await command(ctx, async (tx) => {
      const row = await insertAgreement(tx.db, made, contentHash);
      await insertVersion(tx.db, row.id, { number: 1, validFrom: 1, text, contentHash, flushed: false }, ctx.caller.name);
      planAfter(tx, row);
      tx.log({ entity: "agreement", id: row.id, action: "created", after: row });
      tx.notify("customer.agreement", { ids: [row.id] });
      return { agreement: toAgreement(row) };
    });
  },

  async updateAgreement(request, ctx) {
    const changes = changeOf(request, named(UpdateAgreementRequestSchema, request, request.updateMask), ctx.caller.zone);
    const { id, version, isNeedFlush: flush } = request;
    return await command(ctx, async (tx) => ({ agreement: toAgreement(await change(tx, { id, version, flush, field: "id" }, changes)) }));
  },

  async deleteAgreements({ ids }, ctx) {
    return await command(ctx, async (tx) => {
      for (const id of ids) {
        const row = await findAgreement(tx.db, id);
        if (row) mustHave(ctx, row, "ids");
      }
      for (const before of await deleteAgreements(tx.db, ids)) tx.log({ entity: "agreement", id: before.id, action: "deleted", before });
      tx.notify("customer.agreement", { ids });
      return {};
    });
  },

  async sortAgreements({ ids }, ctx) {
    return await command(ctx, async (tx) => {
      if ((await sortAgreements(tx.db, ids)) !== ids.length) throw fail("NOT_FOUND", { field: "ids" });
      tx.notify("customer.agreement", { ids });
      return {};
    });
  },

  async listAgreementVersions(request, ctx) {
    return await query(ctx, async (db) => {
      const { versionNumber } = mustHave(ctx, await findAgreement(db, request.id));
      const read = (page: Page) => listVersions(db, request.id, page);
      const { rows, nextPageToken } = await listed(request, { standard: 20, most: 100, read, key: (row: VersionRow) => [row.number] });
      return { versions: rows.map(toAgreementVersion), nextPageToken, total: versionNumber };
    });
  },

  async getAgreementTemplate({ agreementId }, ctx) {
    return wording(mustHave(ctx, await query(ctx, (db) => findAgreement(db, agreementId)), "agreementId"));
  },

  async saveAgreementTemplate({ agreementId: id, ...words }, ctx) {
    const asked = { id, version: 0, flush: false, field: "agreementId" };
    return await command(ctx, async (tx) => wording(await change(tx, asked, wordingsOf(words))));
  },
});
