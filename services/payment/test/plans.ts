import { eventually, type TestServers } from "@leashline/kit/test";

const settings = { session_preload_libraries: "auto_explain", "auto_explain.log_min_duration": "0", "auto_explain.log_level": "notice" };

// Has the server say the plan of every statement the service sends from now on; answers the list as it grows.
export async function watchPlans(servers: TestServers, service: string): Promise<string[]> {
  const plans: string[] = [];
  const role = `leashline_${service}`;
  const { rows } = await servers.admin.query("select current_database() as name");
  for (const [name, value] of Object.entries(settings)) {
    await servers.admin.query(`alter role ${role} in database ${rows[0].name} set ${name} = '${value}'`);
  }
  const { pool } = servers.runtime(service);
  pool.on("connect", (client) => client.on("notice", (notice) => plans.push(notice.message ?? "")));
  // Connections opened before do not say their plans: they go.
  await servers.admin.query("select pg_terminate_backend(pid) from pg_stat_activity where usename = $1 and datname = current_database()", [
    role,
  ]);
  await eventually(async () => {
    if (pool.totalCount > 0) throw new Error("old connections are still there");
  });
  return plans;
}

// The tables read from end to end in these plans.
export const scannedTables = (plans: readonly string[]): string[] => [
  ...new Set(plans.flatMap((plan) => [...plan.matchAll(/Seq Scan on (\w+)/g)].map(([, table]) => table as string))),
];
