import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { migrationFolders } from "../../../deploy/migrate.ts";
import { testServers } from "../../../deploy/test/servers.ts";
import { schemaOf } from "../src/db/migrate.ts";

// Writes services/<name>/src/db.gen.ts: the row types of the migrated database.
const servers = await testServers();
const url = new URL(servers.env.LEASHLINE_POSTGRES_ADMIN_URL ?? "");
url.pathname = `/${servers.env.LEASHLINE_TEST_TEMPLATE}`;
try {
  for (const { name } of migrationFolders()) {
    const out = fileURLToPath(new URL(`../../${name}/src/db.gen.ts`, import.meta.url));
    const schema = schemaOf(name);
    const args = [
      "--dialect",
      "postgres",
      "--url",
      url.toString(),
      "--default-schema",
      schema,
      "--include-pattern",
      `${schema}.*`,
      "--exclude-pattern",
      `${schema}.{migration,keeping}`,
      "--date-parser",
      "string",
      "--numeric-parser",
      "string",
      "--print",
      "--camel-case",
    ];
    const text = execFileSync("kysely-codegen", args, { encoding: "utf8", env: { ...process.env, NODE_NO_WARNINGS: "1" } });
    writeFileSync(out, text.slice(text.indexOf("/**")));
    process.stdout.write(`${name}\n`);
  }
} finally {
  await servers.stop();
}
