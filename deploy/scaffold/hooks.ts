import type { Names } from "./names.ts";

/** A change of a file that is there. It throws where the place it looks for is not in the text. */
export type Hook = readonly [file: string, change: (text: string) => string];

function put(text: string, place: RegExp, by: (found: RegExpExecArray) => string): string {
  const found = place.exec(text);
  if (!found) throw new Error(`The place ${place} is not there any more: mend deploy/scaffold/hooks.ts.`);
  return text.slice(0, found.index) + by(found) + text.slice(found.index + found[0].length);
}

const after = (place: RegExp, added: string) => (text: string) => put(text, place, ([whole]) => whole + added);

/** The service answers it. */
const answered = ({ room, entityName, "entity-file": file }: Names): Hook["1"] => {
  const imported = `import { ${entityName}Rpc } from "./${room}/${file}.rpc.ts";\n`;
  return (text) => put(imported + text, /rpcs: \[([^\]]*?),?\s*\]/, ([, rpcs]) => `rpcs: [${rpcs}, ${entityName}Rpc]`);
};

/** The last room of its service, unless it has its place already. */
const listedRoom =
  ({ service, room }: Names): Hook["1"] =>
  (text) =>
    put(text, new RegExp(`^\\| ${service} \\| (.+) \\|$`, "m"), ([row, cells = ""]) =>
      cells.includes(`\`${room}\``) ? row : `| ${service} | ${cells}, \`${room}\` |`,
    );

const why = "the business's own record";
type Kept = { why: string; tables: string[] };

/** The operator guide says how long its table keeps its rows. A service's rows stand in the order of their first tables. */
const keptTable =
  ({ package: schema, entity }: Names): Hook["1"] =>
  (text) =>
    put(text, new RegExp(`(?:^\\| ${schema}: .+ \\| for ever \\|\\n)+`, "m"), ([rows]) => {
      const kept: Kept[] = rows
        .trimEnd()
        .split("\n")
        .map((row) => ({ why: row.split(" | ")[1] ?? "", tables: [...row.matchAll(/`(\w+)`/g)].map(([, table = ""]) => table) }));
      const own = kept.find((row) => row.why === why) ?? { why, tables: [] };
      const others = kept.filter((row) => row !== own);
      const all = [...others, { why, tables: [...own.tables, entity].sort() }];
      return all
        .sort((a, b) => ((a.tables[0] ?? "") < (b.tables[0] ?? "") ? -1 : 1))
        .map((row) => `| ${schema}: ${row.tables.map((table) => `\`${table}\``).join(", ")} | ${row.why} | for ever |\n`)
        .join("");
    });

/** Open browsers hear of its changes. */
const topic =
  ({ package: domain, entity, entityName, words }: Names): Hook["1"] =>
  (text) => {
    const next = Math.max(...[...text.matchAll(/^ {2}TOPIC_\w+ = (\d+)/gm)].map(([, number]) => Number(number))) + 1;
    const name = `TOPIC_${domain}_${entity}`.toUpperCase();
    const value = `  // Ids of ${words}.\n  ${name} = ${next} [(topic) = {\n    name: "${domain}.${entityName}"\n    everybody: true\n    company: true\n  }];\n`;
    return put(text, /\}\n$/, (end) => value + end[0]);
  };

/** The page has its path. */
const route = ({ path, room, Entities, Words }: Names): Hook["1"] =>
  after(
    /^export const routes = \[\n/m,
    `  { path: "${path}/:id?", title: "${Words}", tier: "business", load: () => import("./${room}/${Entities}.tsx") },\n`,
  );

const groups: Readonly<Record<string, string>> = { account: "Business", calendar: "Team", offering: "Services", order: "Services" };
const groupOf = ({ service }: Names): string => groups[service] ?? "Clients";

/** The page stands among the areas of the settings. */
const area = (names: Names): Hook["1"] =>
  after(
    /^export const areas: readonly SettingsItem\[\] = \[\n?/m,
    `  { label: "${names.Words}", group: "${groupOf(names)}", words: "${names.word}", path: "${names.path}", icon: "list", anyOf: ["accessBusinessSettings"] },\n`,
  );

const inNavigation =
  (names: Names): Hook["1"] =>
  (text) => {
    const { service, Words } = names;
    const labelled = put(text, new RegExp(`^  ${groupOf(names)}: \\[([^\\]]*?),?\\s*\\]`, "m"), (found) =>
      found[0].replace(/,?\s*\]$/, `, "${Words}"]`),
    );
    if (labelled.includes(`"../${service}/settings.ts"`)) return labelled;
    const imported = `import { areas as ${service} } from "../${service}/settings.ts";\n${labelled}`;
    return put(imported, /^const all = \[([^\]]*?),?\s*\]/m, ([, areas]) => `const all = [${areas}, ...${service}]`);
  };

const rpcOf = ({ package: domain, Entity }: Names, name: string): string => `${domain}.v1.${Entity}Service/${name}${Entity}`;

/** The test of updates knows where its record is read. */
const updated = (names: Names): Hook["1"] => {
  const { Entity, entityName, entity } = names;
  const which = `of("${entityName}Id", "${entity}_id")`;
  return after(
    /^export const cases: .+ = \{\n/m,
    `  "${Entity}Service/Update${Entity}": { read: ["${rpcOf(names, "Get")}", ${which}, "${entityName}"], with: ${which} },\n`,
  );
};

/** The matrix of callers makes one. */
const made = (names: Names): Hook["1"] =>
  after(
    /^export const steps: Step\[\] = \[\n/m,
    `  ["${rpcOf(names, "Create")}", nothing, { ${names.entity}_id: "${names.entityName}.${names.entityName}Id" }],\n`,
  );

/** Its id names something of the whole company. */
const companysOwn = ({ entity }: Names): Hook["1"] => after(/^const companysOwn = \[\n/m, `  /^${entity}_ids?$/,\n`);

export const hooksOf = (names: Names): Hook[] => [
  [`services/${names.service}/src/main.ts`, answered(names)],
  ["docs/house.md", listedRoom(names)],
  ["docs/operator-guide.md", keptTable(names)],
  ["proto/leashline/options/v1/topics.proto", topic(names)],
  [`web/src/features/${names.service}/routes.ts`, route(names)],
  [`web/src/features/${names.service}/settings.ts`, area(names)],
  ["web/src/features/settings/settings-nav.ts", inNavigation(names)],
  ["deploy/test/updates/cases.ts", updated(names)],
  ["deploy/test/access/steps.ts", made(names)],
  ["deploy/test/access/declared.test.ts", companysOwn(names)],
];

/** A service without areas of its own among the settings begins with none. */
export const noAreas = `import type { SettingsItem } from "../settings/settings-item.ts";

/** What is set here, among the areas of the settings. */
export const areas: readonly SettingsItem[] = [
];
`;
