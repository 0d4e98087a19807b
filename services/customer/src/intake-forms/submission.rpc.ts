import { type Ctx, fail, implement, listed, mustExist, type Page, type Tx, todayIn } from "@leashline/kit";
import { csvFile } from "@leashline/kit/csv.ts";
import {
  IntakeSubmissionService,
  type ListIntakeSubmissionsRequest,
} from "@leashline/proto/leashline/customer/v1/intake_submission_service_pb.js";
import { statusesOf } from "../agreements/records/needs.store.ts";
import { askFor } from "../agreements/records/record.store.ts";
import { lockRecords, sendLink } from "../agreements/records/settle.ts";
import { mayContact } from "../clients/visibility.ts";
import { command, type DB, type Db, query } from "../db.ts";
import { duplicatesOf } from "./duplicates.ts";
import { contentOf } from "./filling/page.store.ts";
import { agreementsOfForm } from "./filling/page.ts";
import { makeProfile } from "./profile.ts";
import { header, toLine } from "./submission.csv.ts";
import { toSubmission, toWholeSubmission } from "./submission.mapper.ts";
import {
  countSubmissions,
  findSubmission,
  listSubmissions,
  lockSubmission,
  type SubmissionRow,
  updateSubmission,
} from "./submission.store.ts";
import { withoutContact } from "./submission.ts";

const questionsOf = async (db: Db, { formId, versionNumber }: SubmissionRow) => mustExist(await contentOf(db, formId, versionNumber), "id");
/** Many came in with the same questions, which are read once. */
function questionsOnce(db: Db): (row: SubmissionRow) => ReturnType<typeof questionsOf> {
  const read = new Map<string, ReturnType<typeof questionsOf>>();
  return (row) => {
    const key = `${row.formId}.${row.versionNumber}`;
    const found = read.get(key) ?? questionsOf(db, row);
    read.set(key, found);
    return found;
  };
}
const read = async (ctx: Ctx, id: string) =>
  await query(ctx, async (db) => {
    const row = mustExist(await findSubmission(db, id), "id");
    return { row, content: await questionsOf(db, row) };
  });
const mustHave = async ({ db }: Tx<DB>, id: string): Promise<SubmissionRow> => mustExist(await lockSubmission(db, id), "id");

function tell(tx: Tx<DB>, { id, businessId }: SubmissionRow, action: string, note = ""): void {
  tx.log({ entity: "intake submission", id, action, businessId, note });
  tx.notify("customer.intakeSubmission", { ids: [id], businessId });
}

/** Who may not see contact data does not find anybody by it either. */
const narrowed = (ctx: Ctx, { filter, keyword }: Pick<ListIntakeSubmissionsRequest, "filter" | "keyword">) => ({
  businessId: ctx.businessId,
  filter,
  keyword: keyword.trim(),
  answers: mayContact(ctx),
});

/** What the form's agreements ask of the client from now on, each with its link on its way; what is signed already is not asked for. */
async function askToSign(tx: Tx<DB>, clientId: string, businessId: string, agreementIds: readonly string[]): Promise<void> {
  if (agreementIds.length === 0) return;
  lockRecords(tx, [clientId]);
  const signed = new Set((await statusesOf(tx.db, clientId, "0")).flatMap((one) => (one.recordId === null ? [] : [one.agreementId])));
  for (const { id: agreementId } of await agreementsOfForm(tx.db, agreementIds)) {
    if (signed.has(agreementId)) continue;
    const id = await askFor(tx.db, { clientId, agreementId, appointmentId: "0" }, businessId);
    sendLink(tx, { id, clientId, businessId });
  }
}

export const intakeSubmissionRpc = implement(IntakeSubmissionService, {
  async listIntakeSubmissions(request, ctx) {
    const asked = { ...narrowed(ctx, request), clientId: request.customerId };
    return await query(ctx, async (db) => {
      const rows = (page: Page) => listSubmissions(db, asked, page);
      const found = await listed(request, { standard: 20, most: 100, read: rows, key: ({ id }: SubmissionRow) => [id] });
      return { submissions: found.rows.map(toSubmission), nextPageToken: found.nextPageToken, total: await countSubmissions(db, asked) };
    });
  },

  async exportIntakeSubmissions(request, ctx) {
    const asked = { ...narrowed(ctx, request), clientId: "0" };
    const { zone } = ctx.caller;
    return await query(ctx, async (db) => {
      const known = questionsOnce(db);
      const line = async (row: SubmissionRow) => {
        const content = await known(row);
        return toLine(row, content, asked.answers ? row.answers : withoutContact(content, row.answers), zone);
      };
      const read = (page: Page) => listSubmissions(db, asked, page);
      return await csvFile({ ctx, name: "intake-forms", day: todayIn(zone), header, read, key: ({ id }) => [id], line });
    });
  },

  async getIntakeSubmission({ id }, ctx) {
    const { row, content } = await read(ctx, id);
    const answers = mayContact(ctx) ? row.answers : withoutContact(content, row.answers);
    return { submission: toWholeSubmission(row, content, answers) };
  },

  async markIntakeSubmissionRead({ id, unread }, ctx) {
    return await command(ctx, async (tx) => {
      const row = await mustHave(tx, id);
      if (row.clientId !== "0" || (row.readAt === null) === unread) return {};
      await updateSubmission(tx.db, id, { readAt: unread ? null : new Date() });
      tx.notify("customer.intakeSubmission", { ids: [id], businessId: row.businessId });
      return {};
    });
  },

  async deleteIntakeSubmission({ id }, ctx) {
    return await command(ctx, async (tx) => {
      const row = await mustHave(tx, id);
      await updateSubmission(tx.db, id, { deletedAt: new Date() });
      tell(tx, row, "deleted");
      return {};
    });
  },

  async listIntakeDuplicates({ id }, ctx) {
    const { row, content } = await read(ctx, id);
    return { duplicates: await query(ctx, (db) => duplicatesOf(ctx, db, content, row)) };
  },

  async createIntakeProfile(request, ctx) {
    return await command(ctx, async (tx) => {
      const row = await mustHave(tx, request.id);
      if (row.clientId !== "0")
        throw fail("STATE_CONFLICT", {
          field: "id",
          message: "Someone already created a profile from this form.",
          facts: { customerId: row.clientId },
        });
      const content = await questionsOf(tx.db, row);
      const { clientId, petIds } = await makeProfile(tx, content, row.answers, request);
      await askToSign(tx, clientId, row.businessId, content.agreementIds);
      await updateSubmission(tx.db, row.id, { clientId, addedAt: new Date() });
      tell(tx, row, "added", `client ${clientId}`);
      tx.notify("customer.client", { ids: [clientId] });
      return { customerId: clientId, petIds };
    });
  },
});
