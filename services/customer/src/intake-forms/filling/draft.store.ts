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

const few = `select ticket, answers, updated_at from intake_draft where company_id = $1 and form_id = $2 and phone = $3
  order by row_number() over (partition by network order by updated_at desc), updated_at desc limit $4`;

/**
 * What was kept with this number; of many a few, the last first. The last of every network comes before any second one: whoever types somebody else's number
 * again and again does not crowd theirs out.
 */
export async function draftsOf(db: Db, formId: string, phone: string, most: number): Promise<KeptDraft[]> {
  const found = await rowsOf<KeptDraft>(db, few, [db.companyId, formId, phone, most]);
  return found.sort((a, b) => b.updatedAt.getTime() - a.updatedAt.getTime());
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

const give = `update intake_code set tries = tries - 1
  where company_id = $1 and id = $2 and tries > 0 and until > clock_timestamp()`;

/** The code was right and is asked for once more: that was no try. */
export async function giveBackTry(db: Db, id: string): Promise<void> {
  await rowsOf(db, give, [db.companyId, id]);
}

const use = `update intake_code set until = clock_timestamp(), tries = $3
  where company_id = $1 and id = $2 and until > clock_timestamp() returning id`;

/** Once. It stays, since what was asked for is counted. */
export async function useUp(db: Db, id: string): Promise<boolean> {
  return (await rowsOf(db, use, [db.companyId, id, MOST_TRIES])).length === 1;
}
