import { rowsOf } from "@leashline/kit";
import type { Answers } from "@leashline/proto/rules/intake-answers.ts";
import type { FormContent } from "@leashline/proto/rules/intake-form.ts";
import type { Db } from "../../db.ts";

export type FormOwner = { companyId: string; businessId: string; id: string };

/** Whose form a page is for; null for one that there is not. */
export async function ownerOfForm(db: Db, uuid: string): Promise<FormOwner | null> {
  const [row] = await rowsOf<FormOwner>(db, "select company_id, business_id, id from intake_form_of($1)", [uuid]);
  return row ?? null;
}

/** What a form was in one of its versions. */
export const contentOf = async (db: Db, formId: string, number: number): Promise<FormContent | undefined> =>
  (await contentsOf(db, formId, [number])).get(number);

/** The same of several, by their numbers. */
export async function contentsOf(db: Db, formId: string, numbers: readonly number[]): Promise<ReadonlyMap<number, FormContent>> {
  const rows = await db
    .selectFrom("intakeFormVersion")
    .select(["number", "content"])
    .$castTo<{ number: number; content: FormContent }>()
    .where("companyId", "=", db.companyId)
    .where("formId", "=", formId)
    .where("number", "in", [...new Set(numbers)])
    .execute();
  return new Map(rows.map(({ number, content }) => [number, content]));
}

/** When what one network or device sent lately came in, oldest first. */
export async function sentSince(db: Db, by: "network" | "device", value: string, since: Date): Promise<Date[]> {
  const rows = await db
    .selectFrom("intakeSubmission")
    .select("createdAt")
    .where("companyId", "=", db.companyId)
    .where(by, "=", value)
    .where("createdAt", ">", since)
    .orderBy("createdAt")
    .execute();
  return rows.map(({ createdAt }) => createdAt);
}

/** What was sent with a ticket. */
export async function sentWith(db: Db, ticket: string): Promise<Answers | undefined> {
  const found = await db
    .selectFrom("intakeSubmission")
    .select("answers")
    .$castTo<{ answers: Answers }>()
    .where("companyId", "=", db.companyId)
    .where("ticket", "=", ticket)
    .executeTakeFirst();
  return found?.answers;
}

/** Whether a form that was begun with this ticket is gone on with under another. */
export async function hasMoved(db: Db, ticket: string): Promise<boolean> {
  const moved = db.selectFrom("intakeMovedTicket").select("ticket").where("companyId", "=", db.companyId).where("ticket", "=", ticket);
  return (await moved.executeTakeFirst()) !== undefined;
}

/** From here on the ticket sends and keeps nothing. */
export async function addMoved(db: Db, ticket: string): Promise<void> {
  await db.insertInto("intakeMovedTicket").values({ companyId: db.companyId, ticket }).execute();
}
