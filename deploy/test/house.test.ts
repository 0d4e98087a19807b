import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, posix } from "node:path";
import { expect, test } from "vitest";
import { root } from "../migrate.ts";

/** The rooms of docs/house.md, by service or top folder, in their order. */
function roomsOf(page: string): Map<string, string[]> {
  const rows = page.matchAll(/^\| ([a-z-]+) \| (`.+) \|$/gm);
  return new Map([...rows].map(([, name = "", cells = ""]) => [name, [...cells.matchAll(/`([^`]+)`/g)].map(([, room = ""]) => room)]));
}

const rooms = roomsOf(readFileSync(posix.join(root, "docs/house.md"), "utf8"));
const tracked = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { cwd: root, encoding: "utf8" })
  .trim()
  .split("\n");
const sourceOf = (name: string): string => (name === "gateway" ? "gateway/src" : `services/${name}/src`);
const held = [...rooms.keys()].filter((name) => !["web", "deploy"].includes(name));

/** Folders that still carry a name the page does not list. This list may only shrink. */
const misnamed: Record<string, string[]> = {};

/** Imports that still point up. This list may only shrink. */
const pointingUp: Record<string, string[]> = {};

/** Folders with more than 15 files that are still to be split by intent. This list may only shrink. */
const crowded: string[] = [];

const foldersOf = (name: string): string[] => {
  const base = `${sourceOf(name)}/`;
  const inside = tracked.filter((file) => file.startsWith(base) && file.slice(base.length).includes("/"));
  return [...new Set(inside.map((file) => file.slice(base.length).split("/")[0] ?? ""))].sort();
};

test.each(held)("every folder of %s is a room of docs/house.md", (name) => {
  const unknown = foldersOf(name).filter((folder) => !rooms.get(name)?.includes(folder));
  expect(unknown, "list the room in docs/house.md first, or use the one that is there").toEqual(misnamed[name] ?? []);
});

const imported = /(?:\bfrom|\bimport)\s*\(?\s*["'](\.[^"'\n]+)["']/g;

/** Each import of one capability by another, as "from -> to". */
function edgesOf(name: string): string[] {
  const base = `${sourceOf(name)}/`;
  const code = tracked.filter((file) => file.startsWith(base) && /\.ts$/.test(file) && !/\.test\.ts$|\.gen\.ts$/.test(file));
  const edges = code.flatMap((file) => {
    const from = file.slice(base.length).split("/");
    const text = readFileSync(posix.join(root, file), "utf8");
    return [...text.matchAll(imported)].map(([, specifier = ""]) => {
      const to = posix
        .normalize(posix.join(dirname(file), specifier))
        .slice(base.length)
        .split("/");
      return from.length > 1 && to.length > 1 && from[0] !== to[0] ? `${from[0]} -> ${to[0]}` : "";
    });
  });
  return [...new Set(edges)].filter((edge) => edge !== "").sort();
}

test.each(held)("folders of %s point one way, as ordered in docs/house.md", (name) => {
  const order = rooms.get(name) ?? [];
  const up = edgesOf(name).filter((edge) => {
    const [from = "", to = ""] = edge.split(" -> ").map((room) => order.indexOf(room));
    return from === -1 || to === -1 || from < to;
  });
  expect(up, "move what both need down into the lower room, or what needs both up").toEqual(pointingUp[name] ?? []);
});

/** Where a file of the web client stands: in a capability, in what its service shares, in the service itself, or outside the features. */
function placeInWeb(file: string): { kind: string; service: string; capability: string } {
  const [top = "", service = "", capability = "", ...rest] = file.split("/");
  if (top !== "features") return { kind: top, service: "", capability: "" };
  if (service === "settings") return { kind: "frame", service, capability: "" };
  if (capability === "shared") return { kind: "shared", service, capability };
  return { kind: rest.length > 0 ? "capability" : "service", service, capability };
}

/** What each kind of place may import besides itself. A service's own files put its capabilities together. */
const webArrows: Record<string, readonly string[]> = {
  ui: ["ui"],
  app: ["ui", "app", "frame", "service"],
  frame: ["ui", "app", "frame"],
  shared: ["ui", "app", "frame", "shared"],
  capability: ["ui", "app", "frame", "shared"],
  service: ["ui", "app", "frame", "shared"],
  storefront: ["ui", "app", "storefront"],
  portal: ["ui", "app", "storefront", "portal"],
};

test("the web client points one way: features over app over ui, and no feature into another's inside", () => {
  const base = "web/src/";
  const code = tracked.filter(
    (file) => file.startsWith(base) && /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && file !== "web/src/main.tsx",
  );
  const wrong = code.flatMap((file) => {
    const from = placeInWeb(file.slice(base.length));
    return [...readFileSync(posix.join(root, file), "utf8").matchAll(imported)].flatMap(([, specifier = ""]) => {
      const path = posix.normalize(posix.join(dirname(file), specifier)).slice(base.length);
      const to = placeInWeb(path);
      const own = from.service === to.service && (from.kind === "service" || from.capability === to.capability);
      const declares = /^features\/[a-z-]+\/settings\.ts$|^(storefront|portal)\/routes\.ts$/.test(path);
      const fine =
        webArrows[from.kind]?.includes(to.kind) || (from.service !== "" && own) || (declares && ["frame", "app"].includes(from.kind));
      return fine ? [] : [`${file} -> ${path}`];
    });
  });
  expect(wrong, "put what two features show into features/<service>/shared, or what puts them together into features/<service>").toEqual(
    [],
  );
});

test("the folders of the web client's features are rooms of docs/house.md", () => {
  const found = tracked.flatMap((file) => {
    const [, service = "", capability = ""] = /^web\/src\/features\/([^/]+)\/([^/]+)\/[^/]+/.exec(file) ?? [];
    return service && capability !== "shared" && !rooms.get(service)?.includes(capability) ? [`${service}/${capability}`] : [];
  });
  expect([...new Set(found)].sort()).toEqual([]);
});

/** What the kit does once, and what a copy of it looks like. */
const copies: Record<string, RegExp> = {
  "reachesBusiness or mustExistFor":
    /caller\.via [!=]== ""[^\n]*businessIds|!\w+ \|\| !reachesBusiness\([^\n]*businessId\)\) throw fail\("/,
  "listed, or a page's limit": /\bsize \+ 1\b|pageNum: 0/,
  unlessTaken: /23505[\s\S]{0,80}_IN_USE/,
  lockRow: /\.selectAll\(\)\s*\.where\("companyId", "=", db\.companyId\)\s*\.where\("id", "=", id\)\s*\.forUpdate\(\)/,
};
/** Where what looks like a copy does more. */
const fineAsTheyAre = ["services/calendar/src/booking/change.ts", "services/message/src/receipts/reached-receipt.ts"];

test.each(Object.entries(copies))("no service writes again what the kit has: %s", (_, copy) => {
  const files = tracked.filter((file) => /^services\/(?!kit\/)[^/]+\/src\/.*(?<!\.test)\.ts$/.test(file) && !fineAsTheyAre.includes(file));
  expect(files.filter((file) => copy.test(readFileSync(posix.join(root, file), "utf8")))).toEqual([]);
});

test("a folder has at most 15 files", () => {
  const counted = new Map<string, number>();
  for (const file of tracked.filter(
    (one) => /^(services|gateway|web)\//.test(one) && /\.(ts|tsx)$/.test(one) && !/\.test\.tsx?$|\.journey\.ts$/.test(one),
  ))
    counted.set(dirname(file), (counted.get(dirname(file)) ?? 0) + 1);
  const over = [...counted].filter(([, files]) => files > 15).map(([folder]) => folder);
  expect(over.sort(), "two capabilities share this folder: split it by intent").toEqual(crowded);
});

test("decisions are numbered without gaps, each has a line in the index and its title says no number", () => {
  const files = tracked.filter((file) => /^docs\/decisions\/\d/.test(file)).toSorted();
  const index = readFileSync(posix.join(root, "docs/decisions/README.md"), "utf8");
  const lines = files.map((file) => {
    const [title = ""] = readFileSync(posix.join(root, file), "utf8").split("\n");
    const name = posix.basename(file);
    return `- [${name.slice(0, 4)}](${name}) ${title.replace(/^# /, "")}`;
  });
  expect(index.split("\n").filter((line) => line.startsWith("- "))).toEqual(lines);
  expect(files.map((file) => Number(posix.basename(file).slice(0, 4)))).toEqual(files.map((_, at) => at + 1));
});
