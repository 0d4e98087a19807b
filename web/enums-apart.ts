import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import type { Plugin } from "vite";

const GENERATED = `${import.meta.dirname.replace(/\/web$/, "")}/proto/gen`;
const APART = "?enums";
const ENUM = /^export const (\w+) = \/\*@__PURE__\*\/\s+tsEnum\(\w+\);$/gm;
const IMPORT = /^import \{([^}]+)\} from "@leashline\/proto(\/[^"]+_pb\.js)";?$/gm;

/** As the generated code has it: from the name to the number, and back. */
const BOTH_WAYS =
  "const bothWays = (all) => Object.assign(all, Object.fromEntries(Object.entries(all).map(([name, number]) => [number, name])));";
const numbersOf = (all: unknown): string =>
  JSON.stringify(Object.fromEntries(Object.entries(all as object).filter(([, number]) => typeof number === "number")));

const none: ReadonlySet<string> = new Set();
const known = new Map<string, ReadonlySet<string>>();
const enumsOf = (contract: string): ReadonlySet<string> => {
  const names = known.get(contract) ?? new Set([...readFileSync(contract, "utf8").matchAll(ENUM)].map(([, name = ""]) => name));
  known.set(contract, names);
  return names;
};

const line = (names: readonly string[], from: string): string =>
  names.length > 0 ? `import { ${names.join(", ")} } from ${JSON.stringify(from)};` : "";

/**
 * A generated enum is read from the descriptor of its file when the page starts: whoever needs one number carries the whole contract and what reads it. In the build the
 * enums of these contracts stand written out in a module of their own, and are imported from there.
 */
export const enumsApart = (contracts: RegExp): Plugin => ({
  name: "enums-apart",
  apply: "build",
  resolveId: (id) => (id.endsWith(APART) ? id : undefined),
  async load(id) {
    if (!id.endsWith(APART)) return undefined;
    const contract = id.slice(0, -APART.length);
    const made: Record<string, unknown> = await import(pathToFileURL(contract).href);
    const code = [...enumsOf(contract)].map((name) => `export const ${name} = /*@__PURE__*/ bothWays(${numbersOf(made[name])});`);
    return { code: [BOTH_WAYS, ...code].join("\n"), moduleSideEffects: false };
  },
  transform(code, id) {
    if (id.startsWith(GENERATED) || !code.includes("_pb.js")) return undefined;
    return code.replace(IMPORT, (_, list: string, path: string) => {
      const names = list.split(",").map((name) => name.trim());
      const apart = contracts.test(path) ? enumsOf(GENERATED + path) : none;
      const isEnum = (name: string) => apart.has(name.split(" ")[0] ?? "");
      const rest = names.filter((name) => name !== "" && !isEnum(name));
      return `${line(names.filter(isEnum), GENERATED + path + APART)}${line(rest, `@leashline/proto${path}`)}`;
    });
  },
});
