// The generated command line through the gateway.
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "@leashline/proto/cli/main.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { echoContract, echoGroup } from "../test/echo.ts";
import { type GatewayHarness, startGateway, tokens } from "../test/harness.ts";

let servers: GatewayHarness;
const home = mkdtempSync(join(tmpdir(), "leashline-cli-"));
beforeAll(async () => {
  servers = await startGateway([echoGroup], {
    contract: echoContract,
    sessions: {
      async signIn() {
        return { sessionToken: tokens.owner, account: { email: "olive@paws.test" } };
      },
      async getSessionInfo() {
        return { account: { email: "olive@paws.test" }, business: { id: "3", businessName: "Paws" } };
      },
    },
  });
});
afterAll(() => servers?.stop());

async function leashline(words: string, env: NodeJS.ProcessEnv = { LEASHLINE_API_KEY: tokens.key }) {
  const said: string[] = [];
  const terminal = {
    env: { LEASHLINE_URL: servers.url, XDG_CONFIG_HOME: home, ...env },
    input: process.stdin,
    width: 0,
    out: (text: string) => said.push(text),
    error: (text: string) => said.push(text),
  };
  const code = await run(words.split(" "), terminal, echoContract);
  return { code, said: said.join("\n") };
}

test("an API key calls, and the answer is JSON in a pipe", async () => {
  const { code, said } = await leashline("test say --id 5 --price 12.50USD --day 2026-11-20");
  expect([code, JSON.parse(said)]).toMatchObject([
    0,
    { kind: "apiKey", echo: { id: "5", price: { units: "12", nanos: 500_000_000 }, day: { year: 2026 } } },
  ]);
});

test("a table shows what people read", async () => {
  const { said } = await leashline("test say --id 5 --price 12.50USD --day 2026-11-20 --mood good -o table");
  expect(said).toMatch(/^echo\.price +12\.50 USD$/m);
  expect(said).toMatch(/^echo\.day +2026-11-20$/m);
  expect(said).toMatch(/^echo\.mood +good$/m);
});

test("a write carries an idempotency key, our own when given", async () => {
  expect(JSON.parse((await leashline("test save --id 1")).said).idempotencyKey).toMatch(/^[0-9a-f-]{36}$/);
  expect(JSON.parse((await leashline("test save --id 1 --idempotency-key mine")).said).idempotencyKey).toBe("mine");
});

test.each<[string, string, number, RegExp, NodeJS.ProcessEnv?]>([
  ["refused", "test fail --id 30003", 1, /^customer not found \(30003\)$/],
  ["a refused field", "test fail --text field", 1, /--petId: is needed/],
  ["a wrong line", "test say --nothing", 2, /There is no flag --nothing/],
  ["an unknown call", "test sing", 2, /test has no "sing"/],
  ["not signed in", "test mine", 3, /not signed in/, {}],
  ["no permission", "test staff", 4, /No permission/],
  ["no server", "test say --server http://127.0.0.1:1", 5, /does not answer/],
  ["a fault of the server", "test fail --text session", 70, /System busy/],
  ["no pages", "test say --all", 2, /no pages/],
])("exit code: %s", async (_, words, expected, text, env) => {
  const { code, said } = await leashline(words, env);
  expect([code, said]).toEqual([expected, expect.stringMatching(text)]);
});

test.each(["login", "logout", "whoami"])("leashline %s --help explains and does nothing else, and so does a slip", async (command) => {
  await leashline("login --email olive@paws.test", { LEASHLINE_PASSWORD: "x" });
  for (const words of [`${command} --help`, `${command} -h`, `--help ${command}`, `${command} --server ${servers.url} --help`])
    expect(await leashline(words, {})).toEqual({ code: 0, said: expect.stringContaining(`leashline ${command}\n`) });
  for (const slip of [`${command} --halp`, `${command} help`, `${command} --dry-run`])
    expect((await leashline(slip, { LEASHLINE_PASSWORD: "x" })).code).toBe(2);
  expect((await leashline("test mine", {})).code).toBe(0);
});

test.each(["test save --id 1 --help", "test save --help --id 1", "test save --text --help", "test --help", "--help test save"])(
  "leashline %s sends nothing",
  async (words) => {
    const { code, said } = await leashline(words);
    expect([code, said]).toEqual([0, expect.not.stringContaining("idempotencyKey")]);
  },
);

test("login keeps a session, whoami names it, logout forgets it", async () => {
  expect((await leashline("login --email olive@paws.test", { LEASHLINE_PASSWORD: "x" })).said).toContain("as olive@paws.test");
  expect(JSON.parse((await leashline("test mine", {})).said)).toMatchObject({ kind: "staff" });
  expect((await leashline("whoami", {})).said).toContain("in Paws (business 3)");
  await leashline("logout", {});
  expect((await leashline("test mine", {})).code).toBe(3);
});
