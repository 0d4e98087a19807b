import type { Page } from "@leashline/kit";
import { IntakeSubmissionFilter as Filter } from "@leashline/proto/leashline/customer/v1/intake_submission_service_pb.js";
import type { Answers } from "@leashline/proto/rules/intake-answers.ts";
import { type Selectable, sql } from "kysely";
import type { IntakeSubmission } from "../db.gen.ts";
import type { Db } from "../db.ts";
import type { FormRow } from "./form.store.ts";

export type SubmissionRow = Omit<Selectable<IntakeSubmission>, "answers"> & { answers: Answers };
export type Sent = Pick<SubmissionRow, "answers" | "name" | "petNames" | "network" | "device" | "ticket" | "versionNumber" | "formTitle">;

export async function insertSubmission(db: Db, { id: formId, businessId }: FormRow, { answers, ...sent }: Sent): Promise<string> {
  const values = { ...sent, companyId: db.companyId, formId, businessId, answers: JSON.stringify(answers) };
  return (await db.insertInto("intakeSubmission").values(values).returning("id").executeTakeFirstOrThrow()).id;
}

const standing = (db: Db) =>
  db
    .selectFrom("intakeSubmission")
    .selectAll()
    .$castTo<SubmissionRow>()
    .where("companyId", "=", db.companyId)
    .where("deletedAt", "is", null);

export const findSubmission = async (db: Db, id: string): Promise<SubmissionRow | undefined> =>
  await standing(db).where("id", "=", id).executeTakeFirst();

export const lockSubmission = async (db: Db, id: string): Promise<SubmissionRow | undefined> =>
  await standing(db).where("id", "=", id).forUpdate().executeTakeFirst();

/** `answers`: whether the keyword is looked for in answers too. */
export type Listing = { businessId: string; clientId: string; filter: Filter; keyword: string; answers: boolean };

const stateIs: Record<Filter, ReturnType<typeof sql<boolean>>> = {
  [Filter.ALL]: sql<boolean>`true`,
  [Filter.ADDED]: sql<boolean>`client_id <> 0`,
  [Filter.READ]: sql<boolean>`client_id = 0 and read_at is not null`,
  [Filter.UNREAD]: sql<boolean>`client_id = 0 and read_at is null`,
};

const escaped = (text: string): string => `%${text.replace(/[\\%_]/g, "\\$&")}%`;
const speaksOf = ({ keyword, answers }: Listing) => {
  const like = escaped(keyword);
  // Values alone: a question's key is no answer, nor is where a file lies.
  const inAnswers = sql<boolean>`exists (select 1 from jsonb_path_query(answers, '$.**[*] ? (@.type() == "string")') v where v #>> '{}' ilike ${like} and v #>> '{}' not like '/uploads/%')`;
  return sql<boolean>`(name ilike ${like} or array_to_string(pet_names, ', ') ilike ${like}${answers ? sql` or ${inAnswers}` : sql``})`;
};

const listing = (db: Db, asked: Listing) => {
  const { businessId, clientId, filter, keyword } = asked;
  const fitting = standing(db).where(stateIs[filter]);
  const some = keyword === "" ? fitting : fitting.where(speaksOf(asked));
  return clientId === "0" ? some.where("businessId", "=", businessId) : some.where("clientId", "=", clientId).where("clientId", "<>", "0");
};

/** Newest first. */
export async function listSubmissions(db: Db, asked: Listing, { limit, offset, after }: Page): Promise<SubmissionRow[]> {
  const rows = listing(db, asked).orderBy("id", "desc").limit(limit);
  return await (after ? rows.where("id", "<", String(after[0])) : rows.offset(offset)).execute();
}

export async function countSubmissions(db: Db, asked: Listing): Promise<number> {
  const counted = listing(db, asked)
    .clearSelect()
    .select((eb) => eb.fn.countAll<string>().as("total"))
    .$castTo<{ total: string }>();
  return Number((await counted.executeTakeFirstOrThrow()).total);
}

type Change = { readAt: Date | null } | { clientId: string; addedAt: Date } | { deletedAt: Date };

export async function updateSubmission(db: Db, id: string, change: Change): Promise<void> {
  await db.updateTable("intakeSubmission").set(change).where("companyId", "=", db.companyId).where("id", "=", id).execute();
}

/** Living clients of that name, by what the search knows names by. */
export async function clientsNamed(db: Db, first: string, last: string): Promise<string[]> {
  const rows = await db
    .selectFrom("client")
    .select("id")
    .where("companyId", "=", db.companyId)
    .where("deletedAt", "is", null)
    .where(sql<boolean>`lower(last_name) collate "C" = ${last.toLowerCase()}`)
    .where(sql<boolean>`lower(first_name) = ${first.toLowerCase()}`)
    .orderBy("id")
    .limit(50)
    .execute();
  return rows.map(({ id }) => id);
}
