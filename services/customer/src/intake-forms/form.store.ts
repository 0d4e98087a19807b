import type { Page } from "@leashline/kit";
import type { FormContent } from "@leashline/proto/rules/intake-form.ts";
import { type Selectable, sql, type Updateable } from "kysely";
import type { IntakeForm } from "../db.gen.ts";
import type { Db } from "../db.ts";

export type FormRow = Omit<Selectable<IntakeForm>, "content"> & { content: FormContent; filledIn: boolean };
type Change = Pick<Updateable<IntakeForm>, "changed" | "versionNumber" | "publishedAt" | "archivedAt" | "deletedAt"> & {
  content?: FormContent;
};

const filledIn = sql<boolean>`exists (select 1 from intake_submission s where s.company_id = intake_form.company_id
  and s.form_id = intake_form.id and s.deleted_at is null)`.as("filledIn");

const standing = (db: Db) =>
  db
    .selectFrom("intakeForm")
    .selectAll()
    .select(filledIn)
    .$castTo<FormRow>()
    .where("companyId", "=", db.companyId)
    .where("deletedAt", "is", null);

export const findForm = async (db: Db, id: string): Promise<FormRow | undefined> =>
  await standing(db).where("id", "=", id).executeTakeFirst();

const byId = (db: Db, id: string) =>
  db.selectFrom("intakeForm").select("id").where("companyId", "=", db.companyId).where("id", "=", id).where("deletedAt", "is", null);

/** What was sent while the lock was waited for is seen: the form is read afterward. */
export async function lockForm(db: Db, id: string): Promise<FormRow | undefined> {
  const held = await byId(db, id).forUpdate().executeTakeFirst();
  return held && (await findForm(db, id));
}

/** Whether the form stands; it stays while it is filled in. */
export const holdForm = async (db: Db, id: string): Promise<boolean> => (await byId(db, id).forKeyShare().executeTakeFirst()) !== undefined;

export type Listing = { businessId: string; archived: boolean };

export async function listForms(db: Db, { businessId, archived }: Listing, { limit, offset, after }: Page): Promise<FormRow[]> {
  const rows = standing(db)
    .where("businessId", "=", businessId)
    .where("archivedAt", archived ? "is not" : "is", null)
    .orderBy("sort")
    .orderBy("id")
    .limit(limit);
  const behind = sql<boolean>`(sort, id) > (${after?.[0] ?? "0"}::int, ${after?.[1] ?? "0"}::bigint)`;
  return await (after ? rows.where(behind) : rows.offset(offset)).execute();
}

export async function countForms(db: Db, { businessId, archived }: Listing): Promise<number> {
  const counted = db
    .selectFrom("intakeForm")
    .select((eb) => eb.fn.countAll<string>().as("total"))
    .where("companyId", "=", db.companyId)
    .where("businessId", "=", businessId)
    .where("archivedAt", archived ? "is not" : "is", null)
    .where("deletedAt", "is", null);
  return Number((await counted.executeTakeFirstOrThrow()).total);
}

export async function insertForm(db: Db, businessId: string, content: FormContent): Promise<FormRow> {
  return await db
    .insertInto("intakeForm")
    .values((eb) => ({
      companyId: db.companyId,
      businessId,
      content: JSON.stringify(content),
      sort: eb.selectFrom("intakeForm").select(sql<number>`coalesce(max(sort), 0) + 1`.as("next")).where("companyId", "=", db.companyId),
    }))
    .returningAll()
    .returning(filledIn)
    .$castTo<FormRow>()
    .executeTakeFirstOrThrow();
}

export async function updateForm(db: Db, id: string, { content, ...rest }: Change): Promise<FormRow> {
  return await db
    .updateTable("intakeForm")
    .set((eb) => ({
      ...rest,
      ...(content && { content: JSON.stringify(content) }),
      version: eb("version", "+", 1),
      updatedAt: sql`now()`,
    }))
    .where("companyId", "=", db.companyId)
    .where("id", "=", id)
    .returningAll()
    .returning(filledIn)
    .$castTo<FormRow>()
    .executeTakeFirstOrThrow();
}

export async function insertFormVersion(db: Db, { id, versionNumber, content }: FormRow, staffName: string): Promise<void> {
  await db
    .insertInto("intakeFormVersion")
    .values({ companyId: db.companyId, formId: id, number: versionNumber, content: JSON.stringify(content), staffName })
    .execute();
}

/** The named ones that stand come first, in this order. */
export async function sortForms(db: Db, ids: readonly string[]): Promise<void> {
  await sql`update intake_form f set sort = o.place
    from unnest(${ids}::bigint[]) with ordinality as o(id, place)
    where f.company_id = ${db.companyId} and f.id = o.id and f.deleted_at is null`.execute(db);
}
