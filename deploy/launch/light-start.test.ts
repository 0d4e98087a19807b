import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { portsFrom, programs, services } from "../constellation.ts";
import { root } from "../migrate.ts";
import { bundle } from "./bundle.ts";

mkdirSync(join(root, "node_modules", ".cache"), { recursive: true });
const folder = mkdtempSync(join(root, "node_modules", ".cache", "light-start-"));
afterAll(() => rmSync(folder, { recursive: true }));
beforeAll(async () => {
  const plans = programs(portsFrom(8080), "each").filter(({ name }) => name !== "sandbox");
  await bundle(plans, folder);
}, 60_000);

/** Everything that Node reads before a program's first line runs: the file, and what it imports other than on demand. */
function loadedAtStart(file: string, seen = new Map<string, string>()): Map<string, string> {
  if (seen.has(file)) return seen;
  const text = readFileSync(file, "utf8");
  seen.set(file, text);
  for (const [, name = ""] of text.matchAll(/(?:^|[;\n}])(?:import|export)(?:[^"'();]*?from)?"(\.[^"]+\.mjs)"/g))
    loadedAtStart(join(file, "..", name), seen);
  return seen;
}

// A word of each that only its own code contains.
const notYet = {
  bullmq: "moveToActive",
  stripe: "api.stripe.com",
  twilio: "twilio-node/",
  nodemailer: "SMTPConnection",
  "sanitize-html": "allowedSchemesAppliedToAttributes",
  protovalidate: "CompilationError",
  "prom-client": "collectDefaultMetrics",
  "connect-node": "universalRequestFromNodeRequest",
};

test("the words tell: each of them is in some file of the bundle or of its package", () => {
  const all = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".mjs"));
  const text = all.map((name) => readFileSync(join(folder, name), "utf8")).join("\n");
  for (const name of ["bullmq", "twilio", "nodemailer", "protovalidate", "prom-client", "connect-node"] as const)
    expect([name, text.includes(notYet[name])]).toEqual([name, true]);
});

test.each(services)("%s starts without queues, vendors, validation and metrics, from less than 2.25 MB", (name) => {
  const files = loadedAtStart(join(folder, `${name}.mjs`));
  const text = [...files.values()].join("\n");
  expect(files.size).toBeGreaterThan(3);
  expect(Object.entries(notYet).filter(([, word]) => text.includes(word))).toEqual([]);
  expect(text.length).toBeLessThan(2_250_000);
});
