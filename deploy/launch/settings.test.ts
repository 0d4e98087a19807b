import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serviceUrl } from "@leashline/kit/config.ts";
import { expect, test } from "vitest";
import { portsFrom, portUses, programs, services } from "../constellation.ts";
import { programEnvironment } from "./environment.ts";
import { loadSecrets } from "./secrets.ts";
import { readSettings } from "./settings.ts";

const infra = {
  postgresAdminUrl: "postgres://postgres:s@127.0.0.1:8093/postgres",
  redisUrl: "redis://r",
  natsUrl: "nats://n",
  running: [],
  stop: async () => {},
};
const folder = mkdtempSync(join(tmpdir(), "leashline-settings-"));
const secrets = loadSecrets(join(folder, "secrets.json"));

test("every port follows from the first, and the kit looks for services where the launcher puts them", () => {
  const ports = portsFrom(9000);
  expect(new Set(portUses(ports).map(([port]) => port)).size).toBe(16);
  for (const name of services) expect(serviceUrl(name, { LEASHLINE_PORT: "9000" })).toBe(`http://127.0.0.1:${ports.services[name]}`);
});

test.each([
  [{ LEASHLINE_PORT: "80" }, /LEASHLINE_PORT is "80"/],
  [{ LEASHLINE_PORT: "many" }, /LEASHLINE_PORT is "many"/],
  [{ LEASHLINE_HOST: "two" }, /LEASHLINE_HOST is "two"/],
])("a setting that cannot work is refused by name: %o", (env, message) => {
  expect(() => readSettings(env)).toThrow(message);
});

test("what the caller set wins over what follows from it; the superuser's URL goes to no program", () => {
  const own = { LEASHLINE_ORDER_URL: "http://elsewhere:1", LEASHLINE_POSTGRES_ADMIN_URL: "postgres://secret", LEASHLINE_REDIS_URL: "" };
  const env = programEnvironment(readSettings(own), secrets, infra, own);
  expect(env).toMatchObject({
    LEASHLINE_ORDER_URL: "http://elsewhere:1",
    LEASHLINE_PAYMENT_URL: "http://127.0.0.1:8085",
    LEASHLINE_REDIS_URL: "redis://r",
  });
  expect(env.LEASHLINE_POSTGRES_URL).toBe("postgres://127.0.0.1:8093/leashline");
  expect(env.LEASHLINE_POSTGRES_ADMIN_URL).toBeUndefined();
});

test("a provider with an account of its own is not played by the sandbox", () => {
  const own = { LEASHLINE_STRIPE_SECRET_KEY: "sk_live_1" };
  const env = programEnvironment(readSettings(own), secrets, infra, own);
  expect(env.LEASHLINE_STRIPE_API_BASE).toBeUndefined();
  expect(env.LEASHLINE_TWILIO_API_BASE).toBe("http://127.0.0.1:8091");
});

test("one process for all services: each is found on the port of the first", () => {
  const settings = readSettings({ LEASHLINE_HOST: "one" });
  const env = programEnvironment(settings, secrets, infra, {});
  expect(new Set(services.map((name) => env[`LEASHLINE_${name.replaceAll("-", "_").toUpperCase()}_URL`])).size).toBe(1);
  expect(programs(settings.ports, "one").map((plan) => plan.name)).toEqual(["sandbox", "services", "gateway"]);
});

test("what follows the calls of all services is done by one process that yields to those that answer, where an operator says so", () => {
  const settings = readSettings({ LEASHLINE_ROLE: "serve" });
  const plans = programs(settings.ports, settings.host);
  expect(plans.map((plan) => plan.name)).toEqual(["sandbox", ...services, "work", "gateway"]);
  expect(plans.find((plan) => plan.name === "work")).toMatchObject({ env: { LEASHLINE_ROLE: "work" }, yields: 10 });
  expect(programEnvironment(settings, secrets, infra, { LEASHLINE_ROLE: "serve" }).LEASHLINE_ROLE).toBe("serve");
  for (const wrong of [{ LEASHLINE_ROLE: "work" }, { LEASHLINE_ROLE: "serve", LEASHLINE_HOST: "one" }])
    expect(() => readSettings(wrong)).toThrow(/LEASHLINE_ROLE is/);
});

test("secrets are made once, kept, completed by later versions, and readable by their owner alone", () => {
  const file = join(folder, "secrets.json");
  expect(loadSecrets(file)).toEqual(secrets);
  const { twilioAuthToken: _, ...older } = secrets;
  writeFileSync(file, JSON.stringify(older));
  const completed = loadSecrets(file);
  expect(completed).toMatchObject(older);
  expect(completed.twilioAuthToken).toMatch(/^[0-9a-f]{32}$/);
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual(completed);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  rmSync(folder, { recursive: true });
});
