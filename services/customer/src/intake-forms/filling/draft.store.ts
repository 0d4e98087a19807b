import { rowsOf } from "@leashline/kit";
import type { Answers } from "@leashline/proto/rules/intake-answers.ts";
import type { Db } from "../../db.ts";

const MOST_TRIES = 5;

type Draft = { ticket: string; formId: string; phone: string; network: string; answers: Answers };

/** In place of what was kept for this ticket. */
export async function keepDraft(db: Db, { answers, ...draft }: Draft): Promise<void> {
  const values = { companyId: db.companyId, ...draft, answers: JSON.stringify(answers), updatedAt: new Date() };
  const { answers: typed, phone, updatedAt } = values;
  await db
    .insertInto("intakeDraft")
    .values(values)
    .onConflict((on) => on.columns(["companyId", "ticket"]).doUpdateSet({ answers: typed, phone, updatedAt }))
    .execute();
}

export async function hasDraft(db: Db, ticket: string): Promise<boolean> {
  const found = await db
    .selectFrom("intakeDraft")
    .select("ticket")
    .where("companyId", "=", db.companyId)
    .where("ticket", "=", ticket)
    .executeTakeFirst();
  return found !== undefined;
}

export type KeptDraft = Pick<Draft, "ticket" | "answers"> & { updatedAt: Date };

/** What was kept with this number, the last first; the newest few of many. */
export async function draftsOf(db: Db, formId: string, phone: string, most: number): Promise<KeptDraft[]> {
  return await db
    .selectFrom("intakeDraft")
    .select(["ticket", "answers", "updatedAt"])
    .$castTo<KeptDraft>()
    .where("companyId", "=", db.companyId)
    .where("formId", "=", formId)
    .where("phone", "=", phone)
    .orderBy("updatedAt", "desc")
    .limit(most)
    .execute();
}

/** What was kept with one ticket is another's; what it says, or nothing when it was sent or moved before. */
export async function moveDraft(db: Db, from: string, ticket: string): Promise<Answers | undefined> {
  const moved = db.updateTable("intakeDraft").set({ ticket }).where("companyId", "=", db.companyId).where("ticket", "=", from);
  return (await moved.returning("answers").$castTo<Pick<Draft, "answers">>().executeTakeFirst())?.answers;
}

export async function dropDraft(db: Db, ticket: string): Promise<void> {
  await db.deleteFrom("intakeDraft").where("companyId", "=", db.companyId).where("ticket", "=", ticket).execute();
}

const timesOf = (rows: { createdAt: Date }[]): Date[] => rows.map(({ createdAt }) => createdAt);

/** When the last ones from this network were begun, oldest first. */
export async function draftsSince(db: Db, network: string, since: Date): Promise<Date[]> {
  const drafts = db.selectFrom("intakeDraft").select("createdAt").where("companyId", "=", db.companyId).where("network", "=", network);
  return timesOf(await drafts.where("createdAt", ">", since).orderBy("createdAt").execute());
}

/** When the last codes were asked for: with this number, from this network, or of this company at all; oldest first. */
export async function codesSince(db: Db, by: "phone" | "network" | null, value: string, since: Date): Promise<Date[]> {
  const codes = db.selectFrom("intakeCode").select("createdAt").where("companyId", "=", db.companyId).where("createdAt", ">", since);
  return timesOf(await (by ? codes.where(by, "=", value) : codes).orderBy("createdAt").execute());
}

export async function addCode(db: Db, code: { id: string; phone: string; network: string; until: Date }): Promise<void> {
  await db
    .insertInto("intakeCode")
    .values({ companyId: db.companyId, ...code })
    .execute();
}

/** With which number a code was asked for that is still good. */
export async function goodCode(db: Db, id: string): Promise<string | undefined> {
  const code = db.selectFrom("intakeCode").select("phone").where("companyId", "=", db.companyId).where("id", "=", id);
  return (await code.where("until", ">", new Date()).executeTakeFirst())?.phone;
}

const count = `update intake_code set tries = tries + 1
  where company_id = $1 and id = $2 and tries < $3 and until > clock_timestamp() returning phone`;

/** Counts a try before it is looked at, so that a hundred at once are a hundred; whose code it is, or nothing when there is no try left. */
export async function tryCode(db: Db, id: string): Promise<string | undefined> {
  return (await rowsOf<{ phone: string }>(db, count, [db.companyId, id, MOST_TRIES]))[0]?.phone;
}

const use = `update intake_code set until = clock_timestamp(), tries = $3
  where company_id = $1 and id = $2 and until > clock_timestamp() returning id`;

/** Once. It stays, since what was asked for is counted. */
export async function useUp(db: Db, id: string): Promise<boolean> {
  return (await rowsOf(db, use, [db.companyId, id, MOST_TRIES])).length === 1;
}
