import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { createRequire, isBuiltin } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { build, type Plugin, stop } from "esbuild";
import type { ProgramPlan } from "../constellation.ts";
import { contentHash } from "../content-hash.ts";
import { root } from "../migrate.ts";

const sources = [
  "services/*/src/**",
  "services/*/package.json",
  "gateway/src/**",
  "deploy/sandbox/**",
  "deploy/host-one.ts",
  "deploy/launch/bundle.ts",
  "proto/gen/**/*.js",
  "proto/{descriptors,openapi}/*.ts",
  "package-lock.json",
];

const ownPackage = pathToFileURL(join(root, "package.json")).href;

/** Packages with native code stay where they are and are imported from there. */
const native = /^(sharp|msgpackr-extract|pg-native|bufferutil|utf-8-validate|@napi-rs\/.*)$/;

/**
 * Each program as one file and what several share beside it: ten processes start about twice as fast from these few files as from thousands of
 * modules. Kept in a folder named by the hash of everything that goes in, so that a second start builds nothing.
 */
export async function bundlePrograms(
  plans: readonly ProgramPlan[],
  folder: string,
  say: (line: string) => void,
): Promise<(plan: ProgramPlan) => string> {
  const names = plans.map((plan) => plan.name);
  const key = await contentHash(root, sources, [process.version, ...names]);
  const done = join(folder, key);
  if (!existsSync(done)) {
    const since = performance.now();
    const half = `${done}-${process.pid}`;
    await bundle(plans, half);
    renameSync(half, done);
    say(`bundled ${names.length} programs in ${((performance.now() - since) / 1000).toFixed(1)} s`);
    forgetOld(folder, key);
  }
  return (plan) => join(done, `${plan.name}.mjs`);
}

/** Writes `<folder>/<program>.mjs` for each plan. */
export async function bundle(plans: readonly ProgramPlan[], folder: string): Promise<void> {
  const entries = plans.map((plan) => join(root, plan.entry));
  const nameOf = new Map(plans.map((plan, index) => [entries[index] ?? "", plan.name]));
  await build({
    entryPoints: plans.map((plan, index) => ({ in: entries[index] ?? "", out: plan.name })),
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    chunkNames: "shared/[hash]",
    bundle: true,
    splitting: true,
    platform: "node",
    format: "esm",
    target: "node26",
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: "none",
    logLevel: "error",
    absWorkingDir: root,
    plugins: [builtins, nativePackages, stayAtHome(nameOf)],
    // CommonJS packages inside still ask for node's own modules, and some for packages they may or may not find.
    banner: { js: `import{createRequire as $createRequire}from"node:module";const require=$createRequire(${JSON.stringify(ownPackage)});` },
  });
  // It would go on beside us for as long as we run, with half a gigabyte.
  await stop();
}

/**
 * Importing one of node's own modules reads every one of its exports, and node:http has some that load a whole HTTP client. Asked for this way
 * they are read when used: a tenth of a program's start.
 */
const builtins: Plugin = {
  name: "builtins",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(node:)?[a-z0-9_]+(\/[a-z0-9_]+)*$/ }, ({ path, kind }) => {
      if (kind !== "import-statement" || !isBuiltin(path)) return undefined;
      return { path: path.replace(/^node:/, ""), namespace: "builtin" };
    });
    onLoad({ filter: /.*/, namespace: "builtin" }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule(${JSON.stringify(`node:${path}`)});`,
      loader: "js",
    }));
  },
};

const nativePackages: Plugin = {
  name: "native-packages",
  setup({ onResolve }) {
    onResolve({ filter: native }, ({ path, importer, kind }) => {
      try {
        const found = createRequire(importer).resolve(path);
        return { path: kind === "require-call" ? found : pathToFileURL(found).href, external: true };
      } catch {
        return { path, external: true };
      }
    });
  },
};

/** Files that find their neighbours by where they are go on doing so, although their code now lies elsewhere; programs of the same bundle may import each other. */
function stayAtHome(nameOf: ReadonlyMap<string, string>): Plugin {
  return {
    name: "stay-at-home",
    setup({ onLoad }) {
      onLoad({ filter: /\.(c|m)?(j|t)s$/ }, ({ path }) => {
        const text = readFileSync(path, "utf8");
        if (text.includes("import.meta."))
          return { contents: pinImportMeta(text, path, nameOf.get(path)), loader: path.endsWith("ts") ? "ts" : "js" };
        if (/\b__(dirname|filename)\b/.test(text) && !/(const|let|var)\s+__(dirname|filename)\b/.test(text)) {
          const own = `var __filename=${JSON.stringify(path)},__dirname=${JSON.stringify(dirname(path))};`;
          return { contents: text.startsWith("#!") ? text : own + text, loader: path.endsWith("ts") ? "ts" : "js" };
        }
        return undefined;
      });
    },
  };
}

function pinImportMeta(text: string, path: string, name: string | undefined): string {
  const values: Record<string, string> = {
    url: JSON.stringify(pathToFileURL(path).href),
    filename: JSON.stringify(path),
    dirname: JSON.stringify(dirname(path)),
    main: name ? `Boolean(process.argv[1]?.endsWith(${JSON.stringify(`/${name}.mjs`)}))` : "false",
  };
  return text.replaceAll(/\bimport\.meta\.(url|filename|dirname|main)\b/g, (_, name: string) => values[name] ?? "undefined");
}

function forgetOld(folder: string, current: string): void {
  const old = readdirSync(folder)
    .filter((name) => /^[0-9a-f]{16}$/.test(name) && name !== current)
    .sort((a, b) => statSync(join(folder, b)).mtimeMs - statSync(join(folder, a)).mtimeMs)
    .slice(1);
  for (const name of old) rmSync(join(folder, name), { recursive: true, force: true });
}
