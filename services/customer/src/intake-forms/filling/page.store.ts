import { rowsOf } from "@leashline/kit";
import type { FormContent } from "@leashline/proto/rules/intake-form.ts";
import type { Db } from "../../db.ts";

export type FormOwner = { companyId: string; businessId: string; id: string };

/** Whose form a page is for; null for one that there is not. */
export async function ownerOfForm(db: Db, uuid: string): Promise<FormOwner | null> {
  const [row] = await rowsOf<FormOwner>(db, "select company_id, business_id, id from intake_form_of($1)", [uuid]);
  return row ?? null;
}

/** What a form was in one of its versions. */
export async function contentOf(db: Db, formId: string, number: number): Promise<FormContent | undefined> {
  const row = await db
    .selectFrom("intakeFormVersion")
    .select("content")
    .$castTo<{ content: FormContent }>()
    .where("companyId", "=", db.companyId)
    .where("formId", "=", formId)
    .where("number", "=", number)
    .executeTakeFirst();
  return row?.content;
}

/** When what one network sent lately came in, oldest first. */
export async function sentSince(db: Db, network: string, since: Date): Promise<Date[]> {
  const rows = await db
    .selectFrom("intakeSubmission")
    .select("createdAt")
    .where("companyId", "=", db.companyId)
    .where("network", "=", network)
    .where("createdAt", ">", since)
    .orderBy("createdAt")
    .execute();
  return rows.map(({ createdAt }) => createdAt);
}

export async function wasSent(db: Db, ticket: string): Promise<boolean> {
  const found = await db
    .selectFrom("intakeSubmission")
    .select("id")
    .where("companyId", "=", db.companyId)
    .where("ticket", "=", ticket)
    .executeTakeFirst();
  return found !== undefined;
}
