import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { portsFrom, services } from "../constellation.ts";
import { root } from "../migrate.ts";
import { gatewayWith } from "../test/gateway-process.ts";

interface Service {
  image?: string;
  command?: string[];
  environment?: Record<string, string>;
  healthcheck?: { test: string[] };
  depends_on?: Record<string, unknown>;
  read_only?: boolean;
}

const text = readFileSync(join(root, "deploy", "compose", "compose.yaml"), "utf8");
const file: { services: Record<string, Service>; volumes: Record<string, unknown> } = parse(text, { merge: true });
const secrets = readFileSync(join(root, "deploy", "compose", "secrets.sh"), "utf8");
const guide = readFileSync(join(root, "docs", "operator-guide.md"), "utf8");
const ports: Record<string, number> = { ...portsFrom(8080).services, gateway: 8080 };

test.each([...services, "gateway"])("%s runs its bundle, waits for the schemas and is asked whether it is ready", (name) => {
  const service = file.services[name];
  expect(service?.command).toEqual(["node", `dist/programs/${name}.mjs`]);
  expect(service?.healthcheck?.test.join(" ")).toContain(`:${ports[name]}/readyz`);
  expect(service?.depends_on).toMatchObject({ migrate: { condition: "service_completed_successfully" } });
  expect(service?.read_only).toBe(true);
});

test("every service has an address that agrees with its port", () => {
  for (const name of services) {
    expect(file.services.gateway?.environment).toMatchObject({
      [`LEASHLINE_${name.replaceAll("-", "_").toUpperCase()}_URL`]: `http://${name}:${ports[name]}`,
    });
  }
});

test("only the migration sees the superuser's password", () => {
  const seeing = Object.entries(file.services).filter(([, service]) =>
    JSON.stringify(service.environment ?? {}).includes("POSTGRES_PASSWORD"),
  );
  expect(seeing.map(([name]) => name)).toEqual(["postgres", "migrate"]);
});

test("every variable that must be given is written by secrets.sh, and every setting is one the operator guide explains", () => {
  for (const [, name = ""] of text.matchAll(/\$\{([A-Z_]+):\?/g)) expect(secrets).toContain(`${name}=`);
  const addresses = new Set(services.map((name) => `LEASHLINE_${name.replaceAll("-", "_").toUpperCase()}_URL`));
  const names = new Set([...`${text}\n${secrets}`.matchAll(/LEASHLINE_[A-Z0-9_]+/g)].map(([name]) => name));
  expect([...names].filter((name) => !addresses.has(name) && !guide.includes(name))).toEqual([]);
});

const givenBy = (service: string, name: string) => file.services[service]?.environment?.[name]?.replace(/\$\{\w+:-(.*?)\}/g, "$1") ?? "";

test("the sandbox's callbacks reach the gateway by the name it has in here, and the services the sandbox by its", async () => {
  const callbacks = new URL(givenBy("sandbox", "LEASHLINE_SANDBOX_DELIVER_TO"));
  expect([callbacks.hostname, Number(callbacks.port)]).toEqual(["gateway", ports.gateway]);
  const gateway = await gatewayWith({
    LEASHLINE_PUBLIC_URL: "http://localhost:8080",
    LEASHLINE_ALLOWED_HOSTS: givenBy("gateway", "LEASHLINE_ALLOWED_HOSTS"),
  });
  // Unsigned, so it is refused; but not for the name.
  expect([
    await gateway.ask(callbacks.host, "/webhooks/stripe", "POST"),
    await gateway.ask("elsewhere:8080", "/webhooks/stripe", "POST"),
  ]).toEqual([400, 421]);
  await gateway.stop();
  const hosts = givenBy("sandbox", "LEASHLINE_ALLOWED_HOSTS").split(",");
  for (const [, vendor = ""] of secrets.matchAll(/API_BASE=(http:\S+)/g)) expect(hosts).toContain(new URL(vendor).host);
});

test("every volume that is mounted is declared", () => {
  const mounted = [...text.matchAll(/volumes: \[([a-z]+):/g)].map(([, name = ""]) => name);
  expect(mounted.sort()).toEqual(Object.keys(file.volumes).sort());
});
