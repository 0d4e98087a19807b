import { rowsOf } from "@leashline/kit";
import type { Db } from "../db.ts";

/** Every column of rows that somebody sees and that names files. */
const naming: readonly [table: string, text: string][] = [
  ["client", "t.avatar_path"],
  ["pet", "t.avatar_path"],
  ["note", "t.before_photo_path || ' ' || t.after_photo_path"],
  ["pet_vaccine", "t.document_path"],
  ["vaccine_proof", "t.document_path"],
  ["agreement_record", "array_to_string(t.upload_images, ' ')"],
  ["incident", "array_to_string(t.photo_paths, ' ')"],
  ["intake_submission", "t.answers::text"],
  ["intake_draft", "t.answers::text"],
  ["intake_file", "t.path"],
];
const inUse = naming
  .map(
    ([
      table,
      text,
    ]) => `select m[1] as id from ${table} t cross join lateral regexp_matches(${text}, '/uploads/[a-z]+/[0-9]+/([0-9a-z]{20})/', 'g') m
      where t.company_id = $1 and ${text} like '%/uploads/%' and m[1] = any($2::text[])`,
  )
  .join(" union ");

/** Of these files those that a row of the company names. */
export async function filesInUse(db: Db, fileIds: readonly string[]): Promise<string[]> {
  return (await rowsOf<{ id: string }>(db, inUse, [db.companyId, fileIds])).map(({ id }) => id);
}
