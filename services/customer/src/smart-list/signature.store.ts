import { sql } from "kysely";

/** A signature `r` that counts for what agreement `a` asks now. */
export const counts = sql`r.kind <> 2 and r.deleted_at is null and r.version_number >= a.valid_from_version
  and (r.expire_at is null or r.expire_at > now()) and (a.date_ends_at is null or a.date_ends_at > now() or r.signed_at >= a.date_ends_at)`;
