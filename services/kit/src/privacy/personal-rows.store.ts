import type { Kysely } from "kysely";
import { rowsOf } from "../db/kysely.ts";

type Db = Pick<Kysely<unknown>, "executeQuery"> & { readonly companyId: string };

/** Where something of a person lies in a service's own tables, and what becomes of it when they are erased. */
export type PersonalPlace = {
  table: string;
  /** A condition on the row `t`: $1 is the company, $2 the ids of the client (bigint[]), $3 those of their pets. */
  whose: string;
  /** What the rows are called in an export; left out where they are a copy of another service's, or of no meaning to the person. */
  name?: string;
  /** One more condition on the rows of an export: the others go when the person is erased, and are not for them to read. */
  given?: string;
  /** Columns that are not given out, besides the company's: secrets, and what others wrote for themselves. */
  without?: readonly string[];
  /** "go": the rows are deleted. "stay": nothing in them names anybody. Else the assignments that take the names out. */
  erase: "go" | "stay" | { set: string };
  /**
   * Expressions of `t` that name files, never free text, which may name anybody's. The files go with the rows, unless a row that is left of one of the
   * service's places names them too.
   */
  files?: readonly string[];
  /** What was: a file that only such rows name is named by nobody any more. */
  past?: boolean;
};
/** One person: every id they have had. */
export type PersonIds = { customerIds: readonly string[]; petIds: readonly string[] };

// Both lists are always named, so that their types are known where a condition uses only one of them.
const found = ({ whose }: PersonalPlace) => `t.company_id = $1 and $2::bigint[] is not null and $3::bigint[] is not null and (${whose})`;
const values = (db: Db, { customerIds, petIds }: PersonIds) => [db.companyId, customerIds, petIds];

/** Rows of one place as JSON objects, in an order that stays. */
export async function readRows(
  db: Db,
  place: PersonalPlace,
  person: PersonIds,
  { offset, limit }: { offset: number; limit: number },
): Promise<string[]> {
  const text = `select jsonb_strip_nulls(to_jsonb(t) - $4::text[])::text as row from ${place.table} t where ${found(place)}${place.given ? ` and (${place.given})` : ""} order by 1 offset $5 limit $6`;
  const without = ["company_id", ...(place.without ?? [])];
  const rows = await rowsOf<{ row: string }>(db, text, [...values(db, person), without, offset, limit]);
  return rows.map(({ row }) => row);
}

/** Answers what names files in the rows, as it was. */
export async function eraseRows(db: Db, place: PersonalPlace, person: PersonIds): Promise<string[]> {
  if (place.erase === "stay") return [];
  const named = place.files ? await namedFiles(db, place, textOf(place.files), person) : [];
  const act = place.erase === "go" ? `delete from ${place.table} t` : `update ${place.table} t set ${place.erase.set}`;
  await rowsOf(db, `${act} where ${found(place)}`, values(db, person));
  return named;
}

const textOf = (files: readonly string[]): string => files.map((file) => `coalesce((${file})::text, '')`).join(" || ' ' || ");
const isNamed = "like '%/uploads/%'";

async function namedFiles(db: Db, place: PersonalPlace, named: string, person: PersonIds): Promise<string[]> {
  const text = `select ${named} as named from ${place.table} t where ${found(place)} and ${named} ${isNamed} for update`;
  return (await rowsOf<{ named: string }>(db, text, values(db, person))).map((row) => row.named);
}

/** Of these files those that a row of the place names, whosever it is. */
export async function filesInUse(db: Db, { table, files, past }: PersonalPlace, fileIds: readonly string[]): Promise<string[]> {
  if (!files || past || fileIds.length === 0) return [];
  const named = textOf(files);
  const text = `select distinct m[1] as id from ${table} t cross join lateral regexp_matches(${named}, '/uploads/[a-z]+/[0-9]+/([0-9a-z]{20})/', 'g') m
    where t.company_id = $1 and ${named} ${isNamed} and m[1] = any($2::text[])`;
  return (await rowsOf<{ id: string }>(db, text, [db.companyId, fileIds])).map(({ id }) => id);
}

/** How many rows answer a question about a person; asked in the terms of a place. */
export async function countRows(db: Db, place: Pick<PersonalPlace, "table" | "whose">, person: PersonIds): Promise<number> {
  const text = `select count(*)::int as n from ${place.table} t where ${found({ ...place, erase: "stay" })}`;
  const [row] = await rowsOf<{ n: number }>(db, text, values(db, person));
  return row?.n ?? 0;
}

type Counted = { id: string; n: number; minor: string; currency: string };
/** The same of each client by themself, at these locations if any are named, with what the rows come to: `amount` is an expression of `t`, in the smallest unit of its currency. */
export const countRowsEach = async (
  db: Db,
  { table, whose, amount, place = "t.business_id" }: Pick<PersonalPlace, "table" | "whose"> & { amount?: string; place?: string },
  { customerIds, businessIds }: { customerIds: readonly string[]; businessIds: readonly string[] },
): Promise<Counted[]> =>
  await rowsOf<Counted>(
    db,
    `select t.customer_id::text as id, count(*)::int as n, ${amount ? `coalesce(sum(${amount}), 0)::text as minor, min(t.currency) as currency` : "'0' as minor, '' as currency"}
      from ${table} t where ${found({ table, whose, erase: "stay" })}${businessIds.length > 0 ? ` and ${place} = any($4::bigint[])` : ""} group by t.customer_id`,
    [...values(db, { customerIds, petIds: [] }), ...(businessIds.length > 0 ? [businessIds] : [])],
  );

/** The payload of a job that waits. */
export async function findDueWork<P>(db: Db, { kind, key }: { kind: string; key: string }): Promise<P | undefined> {
  const text = "select payload from job where company_id = $1 and kind = $2 and key = $3 and state = 'due'";
  const [row] = await rowsOf<{ payload: P }>(db, text, [db.companyId, kind, key]);
  return row?.payload;
}
