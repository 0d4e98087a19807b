import { sql } from "kysely";
import type { Db } from "../db.ts";

/**
 * Until the transaction ends each statement is planned for what it asks, and never a whole table is read: an import grows its tables faster than their
 * statistics, and what lists ask for differs too much for one plan.
 */
export const planAnew = (db: Db): Promise<unknown> =>
  sql`select set_config('plan_cache_mode', 'force_custom_plan', true), set_config('enable_seqscan', 'off', true)`.execute(db);
