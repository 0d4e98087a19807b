import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { hooksOf, noAreas } from "./hooks.ts";
import { filled, type Names, namesOf } from "./names.ts";

const template = (name: string): string => readFileSync(fileURLToPath(new URL(`./capability/${name}.txt`, import.meta.url)), "utf8");

/** Where each template goes, in the order of docs/checklists. */
function placesOf(root: string, names: Names): [template: string, path: string][] {
  const inside = `services/${names.service}/src/${names.room}/${names["entity-file"]}`;
  const screen = `web/src/features/${names.service}/${names.room}/`;
  return [
    ["contract.proto", `proto/leashline/${names.package}/v1/${names.entity}_service.proto`],
    ["migration.sql", `services/${names.service}/migrations/${nextMigration(root, names.service)}-${names.room}.sql`],
    ["decision.ts", `${inside}.ts`],
    ["store.ts", `${inside}.store.ts`],
    ["mapper.ts", `${inside}.mapper.ts`],
    ["rpc.ts", `${inside}.rpc.ts`],
    ["test.ts", `${inside}.test.ts`],
    ["page.tsx", `${screen}${names.Entities}.tsx`],
    ["drawer.tsx", `${screen}${names.Entity}Drawer.tsx`],
  ];
}

function nextMigration(root: string, service: string): string {
  const numbers = readdirSync(join(root, "services", service, "migrations")).map((file) => Number(file.slice(0, 4)));
  return String(Math.max(0, ...numbers) + 1).padStart(4, "0");
}

/** What stands in the way of a name, in words; nothing when it is free. */
function problemWith(root: string, names: Names): string | undefined {
  const { service, room, entity, Entity } = names;
  const migrations = join(root, "services", service, "migrations");
  const contract = join(root, "proto/leashline", names.package, "v1");
  const anyHas = (folder: string, text: RegExp) => readdirSync(folder).some((file) => text.test(readFileSync(join(folder, file), "utf8")));
  if (existsSync(join(root, "services", service, "src", room))) return `services/${service}/src/${room} is there already`;
  if (existsSync(join(root, "web/src/features", service, room))) return `web/src/features/${service}/${room} is there already`;
  if (anyHas(migrations, new RegExp(`create table ${entity}\\b`))) return `${service} has a table ${entity} already`;
  if (anyHas(contract, new RegExp(`^(message|enum) ${Entity}\\b`, "m")))
    return `the contract of ${service} has a message ${Entity} already`;
  return undefined;
}

/** Every file that "service/room" makes or changes, with what it is to hold. Writes nothing. */
export function capability(root: string, asked: string): Map<string, string> {
  const [, service = "", room = ""] = /^([a-z][a-z-]*)\/([a-z][a-z-]*[a-z])$/.exec(asked) ?? [];
  if (!room) throw new Error(`"${asked}" is not <service>/<name>, both in small letters: calendar/waitlist.`);
  if (service === "kit" || !existsSync(join(root, "services", service, "src/main.ts")))
    throw new Error(`There is no service "${service}".`);
  const names = namesOf(service, room);
  const problem = problemWith(root, names);
  if (problem) throw new Error(`${asked}: ${problem}.`);
  const files = new Map(placesOf(root, names).map(([name, path]) => [path, filled(template(name), names)]));
  for (const [path, change] of hooksOf(names)) {
    const stands = existsSync(join(root, path)) ? readFileSync(join(root, path), "utf8") : noAreas;
    files.set(path, change(stands));
  }
  return files;
}
