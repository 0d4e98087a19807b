import type { Client } from "pg";
import type { TenantTable } from "./tables.ts";

/** What a table says about how long it keeps its rows, or some of them. */
export type Statement = { schema: string; name: string; part: string; howLong: string; days: number | null; why: string };

export async function statementsOf(admin: Client, schemas: readonly string[]): Promise<Statement[]> {
  const all: Statement[] = [];
  for (const schema of schemas) {
    const { rows } = await admin.query<Statement>(
      `select $1::text as schema, name, part, how_long as "howLong", days, why from "${schema}".keeping order by name, part`,
      [schema],
    );
    all.push(...rows);
  }
  return all;
}

export const keptWithout = (said: readonly Statement[], tables: readonly TenantTable[]): string[] =>
  tables
    .filter((table) => !said.some(({ schema, name }) => schema === table.schema && name === table.name))
    .map(({ schema, name }) => `${schema}.${name}`);

/** How the database finds the rows that tidying removes, when reading the whole table costs it more. */
export async function outlivedPlan(admin: Client, { schema, name, part }: Statement): Promise<string> {
  await admin.query(
    `begin; set local enable_seqscan = off; set local enable_bitmapscan = off; set local search_path = "${schema}", public`,
  );
  try {
    const { rows } = await admin.query<{ text: string }>(
      "select kit_outlived(keeping) as text from keeping where name = $1 and part = $2",
      [name, part],
    );
    const plan = await admin.query<Record<string, string>>(`explain ${(rows[0]?.text ?? "").replace("$1", "1000")}`);
    const lines = plan.rows.map((row) => row["QUERY PLAN"] ?? "");
    const found = lines.some((line) => line.includes("Index Cond")) && !lines.some((line) => /Seq Scan|Sort/.test(line));
    return found ? "by an index" : lines.join("\n");
  } finally {
    await admin.query("rollback");
  }
}

/** The rows of the guide's table: those of every service's own tables once, then each service's that are not kept for ever, then the others by name. */
export function guideRows(said: readonly Statement[]): string[] {
  const schemas = [...new Set(said.map(({ schema }) => schema))];
  const same = (a: Statement) => (b: Statement) => a.name === b.name && a.part === b.part && a.why === b.why;
  const isEverywhere = (one: Statement) => said.filter(same(one)).length === schemas.length;
  const everywhere = said.filter((one) => one.schema === schemas[0] && isEverywhere(one));
  const own = said.filter((one) => !isEverywhere(one));
  const row = (where: string, { howLong, why }: Statement) => `| ${where} | ${why} | ${howLong} |`;
  const forEver = own.filter(({ howLong }) => howLong === "for ever");
  return [
    ...everywhere.map((one) => row(`every service: \`${one.name}\``, one)),
    ...own.filter((one) => !forEver.includes(one)).map((one) => row(`\`${one.schema}.${one.name}\``, one)),
    ...Object.entries(Object.groupBy(forEver, ({ schema, why }) => `${schema}|${why}`)).map(([, of = []]) => {
      const [first] = of;
      return first ? row(`${first.schema}: ${of.map(({ name }) => `\`${name}\``).join(", ")}`, first) : "";
    }),
  ];
}
