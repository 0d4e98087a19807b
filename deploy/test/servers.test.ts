import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { services } from "../constellation.ts";
import { answers } from "../infra/ports.ts";
import { migrationFolders } from "../migrate.ts";

const {
  LEASHLINE_POSTGRES_ADMIN_URL: adminUrl = "",
  LEASHLINE_TEST_TEMPLATE: template = "",
  LEASHLINE_DB_PASSWORD: password = "",
} = process.env;
const database = `servers_test_${process.pid}`;
const client = new Client({ connectionString: adminUrl });

beforeAll(async () => {
  await client.connect();
  await client.query(`create database ${database} template ${template}`);
});

afterAll(async () => {
  await client.query(`drop database ${database} with (force)`);
  await client.end();
});

test("a copy of the template holds every service's schema and both extensions", async () => {
  const copy = new Client({ connectionString: adminUrl.replace(/\/postgres$/, `/${database}`) });
  await copy.connect();
  const schemas = (await copy.query<{ name: string }>("select nspname as name from pg_namespace")).rows.map((row) => row.name);
  const extensions = (await copy.query<{ name: string }>("select extname as name from pg_extension")).rows.map((row) => row.name);
  await copy.end();
  expect(schemas).toEqual(expect.arrayContaining(migrationFolders().map(({ name }) => name.replaceAll("-", "_"))));
  expect(extensions).toEqual(expect.arrayContaining(["btree_gist", "pg_trgm"]));
});

test("a service's login role sees its own schema and no other", async () => {
  const [first] = migrationFolders();
  const others = services.filter((name) => name !== first?.name).map((name) => name.replaceAll("-", "_"));
  const url = new URL(adminUrl);
  url.pathname = `/${database}`;
  url.username = `leashline_${first?.name.replaceAll("-", "_")}`;
  url.password = password;
  const service = new Client({ connectionString: url.href });
  await service.connect();
  const { rows } = await service.query<{ name: string }>(
    "select nspname as name from pg_namespace where nspname = any($1) and has_schema_privilege(oid, 'usage')",
    [others],
  );
  await service.end();
  expect(rows).toEqual([]);
});

test.each([
  ["Redis", process.env.LEASHLINE_REDIS_URL ?? "", "SET theft 1\r\n", /^-NOAUTH/],
  ["NATS", process.env.LEASHLINE_NATS_URL ?? "", 'CONNECT {"verbose":false}\r\nPUB leashline.event.x 0\r\n\r\n', /Authorization Violation/],
])("%s lets nobody in without its password", async (_, address, words, refusal) => {
  expect(await answers(Number(new URL(address).port), words, refusal)).toBe(true);
});
