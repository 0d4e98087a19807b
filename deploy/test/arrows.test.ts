import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";
import { root } from "../migrate.ts";

/** Who may import whom, beside himself. The contract (`proto`) is open to all. */
const mayImport: Record<string, (target: string, file: string) => boolean> = {
  proto: () => false,
  kit: () => false,
  service: (target) => target === "services/kit",
  gateway: (target) => target === "services/kit",
  web: () => false,
  sandbox: () => false,
  deploy: (target, file) =>
    target === "services/kit" || target === "deploy/sandbox" || /^deploy\/(host-one|bench|seed|test|chaos)/.test(file),
};

const files = await Array.fromAsync(
  glob(["{proto,services,gateway,web,deploy}/**/*.{ts,tsx,mts,mjs}"], { cwd: root, exclude: ["**/node_modules", "**/dist", "proto/gen"] }),
);

/** Tests may stand up what they talk to: the sandbox, and another service as a whole (by its name, never its insides). */
const forTest = (file: string, specifier: string): boolean =>
  /\.(test|journey)\.tsx?$|^[a-z]+(\/[a-z-]+)?\/test\//.test(file) && /^@leashline\/(deploy\/sandbox\/main\.ts|[a-z-]+)$/.test(specifier);

/** The part of the house a file belongs to, from its path. */
function homeOf(path: string): string {
  const [top = "", second = ""] = path.split("/");
  // Tools of the developer, not part of the kit that ships.
  if (path.startsWith("services/kit/scripts/")) return "deploy";
  if (top === "services") return `services/${second}`;
  return path.startsWith("deploy/sandbox/") ? "deploy/sandbox" : top;
}

function kindOf(home: string): string {
  if (home === "services/kit") return "kit";
  if (home === "deploy/sandbox") return "sandbox";
  return home.startsWith("services/") ? "service" : home;
}

/** The part of the house that an import leads to; nothing for packages from outside. */
function targetOf(file: string, specifier: string): string | undefined {
  if (specifier.startsWith(".")) return homeOf(relative(root, join(root, dirname(file), specifier)));
  const name = /^@leashline\/([^/]+)/.exec(specifier)?.[1];
  if (!name) return undefined;
  return ["proto", "gateway", "web", "deploy"].includes(name)
    ? homeOf(`${name}${specifier.slice(`@leashline/${name}`.length)}/`)
    : `services/${name}`;
}

function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), "utf8");
  return [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*["']([^"'\n]+)["']/g)].map((found) => found[1] ?? "");
}

const imports = files.flatMap((file) => importsOf(file).map((specifier) => ({ file, specifier })));

test("imports go one way: web -> gateway -> services -> kit, and everybody -> proto", () => {
  const wrong = imports.filter(({ file, specifier }) => {
    const home = homeOf(file);
    const target = targetOf(file, specifier);
    if (!target || target === home || target === "proto" || forTest(file, specifier)) return false;
    return !mayImport[kindOf(home)]?.(target, file);
  });
  expect(
    wrong.map(({ file, specifier }) => `${file} imports ${specifier}`),
    "a service calls another's RPCs (ctx.client) or listens to its events; what several need belongs into services/kit",
  ).toEqual([]);
});

/** What the kit asks for every service: whom a caller reaches (docs/decisions/0037), and that files of erased people go (docs/decisions/0085). */
const asked = [
  "@leashline/proto/leashline/customer/v1/reach_service_pb.js",
  "@leashline/proto/leashline/account/v1/upload_state_service_pb.js",
];

test("the kit knows no domain", () => {
  const wrong = imports.filter(
    ({ file, specifier }) =>
      /^services\/kit\/src\/.*(?<!\.test)\.ts$/.test(file) &&
      /^@leashline\/proto\/leashline\/(?!options\/|kit\/)/.test(specifier) &&
      !asked.includes(specifier),
  );
  expect(wrong, "move what knows the domain into the service that owns it").toEqual([]);
});

test("workspaces meet by their names, never by a path into each other's folders", () => {
  const wrong = imports.filter(({ file, specifier }) => {
    if (!specifier.startsWith(".")) return false;
    const [from, to] = [homeOf(file), targetOf(file, specifier)];
    const oneWorkspace = from === to || (from?.startsWith("deploy") && to?.startsWith("deploy"));
    return !oneWorkspace && from !== "deploy";
  });
  expect(wrong, "import @leashline/<name>/... instead").toEqual([]);
});
