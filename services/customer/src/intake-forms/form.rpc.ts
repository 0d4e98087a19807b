import { isDeepStrictEqual } from "node:util";
import { fail, implement, listed, mustBeCurrent, mustExist, named, type Page, reachesBusiness, type Tx } from "@leashline/kit";
import { IntakeFormService, UpdateIntakeFormRequestSchema } from "@leashline/proto/leashline/customer/v1/intake_form_service_pb.js";
import type { FormContent } from "@leashline/proto/rules/intake-form.ts";
import { findAgreement } from "../agreements/agreement.store.ts";
import { command, type DB, query } from "../db.ts";
import { toForm, toFormBrief } from "./form.mapper.ts";
import {
  countForms,
  type FormRow,
  findForm,
  insertForm,
  insertFormVersion,
  listForms,
  lockForm,
  sortForms,
  updateForm,
} from "./form.store.ts";
import { copyTitle, formAfter, mustBePublishable, newForm, withQuestion } from "./form.ts";

/** Agreements of the form's location that were not on it before. */
async function mustKnow({ db, ctx }: Tx<DB>, { agreementIds }: FormContent, before: readonly string[]): Promise<void> {
  for (const id of agreementIds.filter((one) => !before.includes(one))) {
    const found = await findAgreement(db, id);
    if (!found || (found.businessIds.length > 0 && !found.businessIds.some((one) => reachesBusiness(ctx, one))))
      throw fail("NOT_FOUND", { field: "agreementIds" });
  }
}

const mustHave = async ({ db }: Tx<DB>, id: string): Promise<FormRow> => mustExist(await lockForm(db, id), "id");

function tell(tx: Tx<DB>, action: string, { before, after }: { before?: FormRow; after?: FormRow }): void {
  const { id, businessId } = (after ?? before)!;
  tx.log({ entity: "intake form", id, action, ...(before && { before }), ...(after && { after }), businessId });
  tx.notify("customer.intakeForm", { ids: [id], businessId });
}

/** Another draft; the same one changes nothing. */
async function rewrite(tx: Tx<DB>, id: string, version: number, write: (before: FormContent) => FormContent): Promise<FormRow> {
  const before = await mustHave(tx, id);
  mustBeCurrent(version, before.version);
  const content = write(before.content);
  if (isDeepStrictEqual(content, before.content)) return before;
  await mustKnow(tx, content, before.content.agreementIds);
  const after = await updateForm(tx.db, id, { content, changed: true });
  tell(tx, "updated", { before, after });
  return after;
}

async function add(tx: Tx<DB>, businessId: string, content: FormContent): Promise<FormRow> {
  await mustKnow(tx, content, []);
  const after = await insertForm(tx.db, businessId, content);
  tell(tx, "created", { after });
  return after;
}

export const intakeFormRpc = implement(IntakeFormService, {
  async getIntakeForm({ id }, ctx) {
    return { form: toForm(mustExist(await query(ctx, (db) => findForm(db, id)), "id")) };
  },

  async listIntakeForms(request, ctx) {
    const listing = { businessId: ctx.businessId, archived: request.archived };
    return await query(ctx, async (db) => {
      const read = (page: Page) => listForms(db, listing, page);
      const { rows, nextPageToken } = await listed(request, { standard: 100, read, key: ({ sort, id }: FormRow) => [sort, id] });
      return { forms: rows.map(toFormBrief), nextPageToken, total: await countForms(db, listing) };
    });
  },

  async createIntakeForm(request, ctx) {
    const content = newForm(request);
    return await command(ctx, async (tx) => ({ form: toForm(await add(tx, ctx.businessId, content)) }));
  },

  async updateIntakeForm(request, ctx) {
    const fields = named(UpdateIntakeFormRequestSchema, request, request.updateMask);
    const { id, version } = request;
    return await command(ctx, async (tx) => ({
      form: toForm(await rewrite(tx, id, version, (before) => formAfter(before, request, fields))),
    }));
  },

  async addIntakeQuestion({ id, sectionKey, question }, ctx) {
    return await command(ctx, async (tx) => ({
      form: toForm(await rewrite(tx, id, 0, (before) => withQuestion(before, sectionKey, question!))),
    }));
  },

  async setIntakeAgreements({ id, agreementIds }, ctx) {
    return await command(ctx, async (tx) => ({ form: toForm(await rewrite(tx, id, 0, (before) => ({ ...before, agreementIds }))) }));
  },

  async publishIntakeForm({ id, version }, ctx) {
    return await command(ctx, async (tx) => {
      const before = await mustHave(tx, id);
      mustBeCurrent(version, before.version);
      if (!before.changed) return { form: toForm(before) };
      mustBePublishable(before.content);
      const versionNumber = before.versionNumber + 1;
      const after = await updateForm(tx.db, id, { versionNumber, changed: false, publishedAt: new Date() });
      await insertFormVersion(tx.db, after, ctx.caller.name);
      tell(tx, "published", { before, after });
      return { form: toForm(after) };
    });
  },

  async copyIntakeForm({ id }, ctx) {
    return await command(ctx, async (tx) => {
      const { businessId, content } = await mustHave(tx, id);
      const known = await Promise.all(content.agreementIds.map((one) => findAgreement(tx.db, one)));
      const agreementIds = known.flatMap((one) => (one ? [one.id] : []));
      return { form: toForm(await add(tx, businessId, { ...content, title: copyTitle(content.title), agreementIds })) };
    });
  },

  async archiveIntakeForm({ id, archived }, ctx) {
    return await command(ctx, async (tx) => {
      const before = await mustHave(tx, id);
      if ((before.archivedAt !== null) === archived) return { form: toForm(before) };
      const after = await updateForm(tx.db, id, { archivedAt: archived ? new Date() : null });
      tell(tx, archived ? "archived" : "opened again", { before, after });
      return { form: toForm(after) };
    });
  },

  async deleteIntakeForm({ id }, ctx) {
    return await command(ctx, async (tx) => {
      const before = await mustHave(tx, id);
      if (before.filledIn) throw fail("STATE_CONFLICT", { field: "id", message: "This form was filled in. Archive it instead." });
      await updateForm(tx.db, id, { deletedAt: new Date() });
      tell(tx, "deleted", { before });
      return {};
    });
  },

  async sortIntakeForms({ ids }, ctx) {
    return await command(ctx, async (tx) => {
      await sortForms(tx.db, ids);
      tx.notify("customer.intakeForm", { ids });
      return {};
    });
  },
});
