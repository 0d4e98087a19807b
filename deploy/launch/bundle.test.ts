import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import type { ProgramPlan } from "../constellation.ts";
import { root } from "../migrate.ts";
import { bundle } from "./bundle.ts";

// Inside the repository, where its packages are found.
mkdirSync(join(root, "node_modules", ".cache"), { recursive: true });
const folder = mkdtempSync(join(root, "node_modules", ".cache", "bundle-test-"));
afterAll(() => rmSync(folder, { recursive: true }));

const helper = `export const place = import.meta.url; export const asked = import.meta.main;`;
const program = (name: string) => `
import http, { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import pg from "pg";
import sharp from "sharp";
import { asked, place } from "./helper.ts";
const server = createServer();
console.log(JSON.stringify({
  name: "${name}", main: import.meta.main, asked, place, dirname: import.meta.dirname,
  sameHttp: http.createServer === createServer, reads: (await readFile(new URL("./note.txt", import.meta.url), "utf8")).trim(),
  pool: typeof pg.Pool, native: typeof sharp, server: server instanceof http.Server,
}));
`;

test("a bundle finds its files, its packages and itself where the source does", async () => {
  writeFileSync(join(folder, "helper.ts"), helper);
  writeFileSync(join(folder, "note.txt"), "a note\n");
  const plans = ["account", "order"].map((name): ProgramPlan => {
    writeFileSync(join(folder, `${name}.ts`), program(name));
    return { name: name as ProgramPlan["name"], entry: relative(root, join(folder, `${name}.ts`)), port: 0, after: [] };
  });
  const out = join(folder, "elsewhere", "programs");
  await bundle(plans, out);
  await vi.waitFor(() => {
    const running = execFileSync("ps", ["-e", "-o", "ppid=,comm="], { encoding: "utf8" }).split("\n");
    expect(running.filter((line) => line.trim() === `${process.pid} esbuild`)).toEqual([]);
  });
  for (const { name } of plans) {
    const said = JSON.parse(execFileSync(process.execPath, [join(out, `${name}.mjs`)], { encoding: "utf8", cwd: "/" }));
    const same = { name, dirname: folder, place: new URL(`file://${join(folder, "helper.ts")}`).href, reads: "a note" };
    expect(said).toEqual({ ...same, main: true, asked: false, sameHttp: true, pool: "function", native: "function", server: true });
  }
});
