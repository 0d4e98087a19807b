import { fail } from "@leashline/kit";
import type { Db } from "../db.ts";
import { unknownTags } from "./tag.store.ts";

/** Refuses a tag that the company does not have, with its field. */
export async function mustHaveTags(db: Db, ids: readonly string[], field: string): Promise<void> {
  const [id] = await unknownTags(db, ids);
  if (id !== undefined) throw fail("PARAMS_INVALID", { field, reason: `there is no tag ${id}: choose from the tags`, facts: { id } });
}
