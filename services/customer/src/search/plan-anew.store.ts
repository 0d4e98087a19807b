import { sql } from "kysely";
import type { Db } from "../db.ts";

/**
 * Until the transaction ends each statement is planned for what it asks, and never a whole table is read: an import grows its tables faster than their
 * statistics, and what lists ask for differs too much for one plan.
 */
export const plannedAnew = { plan_cache_mode: "force_custom_plan", enable_seqscan: "off" } as const;

/** For what comes after it in a command. */
export const planAnew = (db: Db): Promise<unknown> =>
  sql`select ${sql.join(Object.entries(plannedAnew).map(([name, value]) => sql`set_config(${name}, ${value}, true)`))}`.execute(db);
