import { execFileSync } from "node:child_process";
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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

test("what a program takes from a package that it loads late is there in a bundle too", async () => {
  const late = globSync(["services/*/src/**/*.ts", "gateway/src/**/*.ts"], { cwd: root, exclude: ["**/*.test.ts"] }).flatMap((file) =>
    [...readFileSync(join(root, file), "utf8").matchAll(/(?<!typeof )import\("([^".][^"]*)"\)/g)].map(([, name = ""]) => ({ file, name })),
  );
  expect(late.length).toBeGreaterThan(5);
  const names = [...new Set(late.map(({ name }) => name))];
  const entry = join(folder, "message.ts");
  writeFileSync(
    entry,
    `const kept = {${names.map((name) => `${JSON.stringify(name)}: Object.keys(await import(${JSON.stringify(name)}))`)}}; console.log(JSON.stringify(kept));`,
  );
  const out = join(folder, "late");
  await bundle([{ name: "message", entry: relative(root, entry), port: 0, after: [] }], out);
  const kept = JSON.parse(execFileSync(process.execPath, [join(out, "message.mjs")], { encoding: "utf8" }));
  const onlyDefault = names.filter((name) => String(kept[name]) === "default");
  const byName = late.filter(({ file, name }) => onlyDefault.includes(name) && !/\bdefault\b/.test(readFileSync(join(root, file), "utf8")));
  expect(byName).toEqual([]);
});
