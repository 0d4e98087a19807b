import { globSync, readFileSync } from "node:fs";
import { defineConfig } from "vitest/config";

/** A test that starts servers takes its helpers from a folder named test; one that decides by itself needs none of them. */
const needsServers = /from "[^"]*\/test(\/|")|process\.env|deploy\/sandbox/;
const decides = globSync("{proto,services,gateway}/**/*.test.ts", { exclude: (name) => name.includes("node_modules") }).filter(
  (file) => !needsServers.test(readFileSync(file, "utf8")),
);

export default defineConfig({ test: { include: decides, maxWorkers: 1 } });
