import { eventually } from "@leashline/kit/test";
import type { Harness } from "./harness.ts";

const settings = { session_preload_libraries: "auto_explain", "auto_explain.log_min_duration": "0", "auto_explain.log_level": "notice" };

/** Asks the server to say the plan of every statement the service sends on connections opened from now on; answers the list as it grows. */
export async function watchPlans(harness: Harness): Promise<string[]> {
  const plans: string[] = [];
  const { rows } = await harness.admin.query("select current_database() as name");
  for (const [name, value] of Object.entries(settings)) {
    await harness.admin.query(`alter role leashline_calendar in database ${rows[0].name} set ${name} = '${value}'`);
  }
  const { pool } = harness.runtime("calendar");
  pool.on("connect", (client) => client.on("notice", (notice) => plans.push(notice.message ?? "")));
  // Connections opened before do not say their plans: they go.
  await harness.admin.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'leashline_calendar' and datname = current_database()",
  );
  await eventually(async () => {
    if (pool.totalCount > 0) throw new Error("old connections are still there");
  });
  return plans;
}

/** The tables read from end to end in these plans. */
export const scannedTables = (plans: readonly string[]): string[] => [
  ...new Set(plans.flatMap((plan) => [...plan.matchAll(/Seq Scan on (\w+)/g)].map(([, table]) => table as string))),
];
