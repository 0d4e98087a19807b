import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { services } from "../constellation.ts";
import { root } from "../migrate.ts";
import { capability } from "./capability.ts";
import { namesOf } from "./names.ts";

test.each([
  ["waitlist", "waitlist", "waitlists", "Waitlist"],
  ["service-areas", "service_area", "service_areas", "ServiceArea"],
  ["categories", "category", "categories", "Category"],
  ["classes", "class", "classes", "Class"],
])("%s is one %s, many %s", (room, entity, entities, Entity) =>
  expect(namesOf("calendar", room)).toMatchObject({ room, entity, entities, Entity }),
);

test.each(services)("a new capability finds its place in every file that knows those of %s", (service) => {
  const files = capability(root, `${service}/lucky-charms`);
  expect(files.size).toBe(19);
  for (const [path, text] of files) {
    expect(text, path).toMatch(/lucky[-_ ]?charm/i);
    expect(text, path).not.toMatch(/\{\{[\w-]+\}\}/);
  }
  expect(files.get(`services/${service}/src/main.ts`)).toContain("luckyCharmRpc]");
  const migrations = readdirSync(join(root, "services", service, "migrations")).sort();
  const made =
    [...files.keys()]
      .find((path) => path.endsWith("-lucky-charms.sql"))
      ?.split("/")
      .at(-1) ?? "";
  expect([...migrations, made].sort().at(-1)).toBe(made);
});

test.each([
  ["waitlist", "is not <service>/<name>"],
  ["calendar/Wait_List", "is not <service>/<name>"],
  ["nowhere/waitlist", 'There is no service "nowhere"'],
  ["kit/waitlist", 'There is no service "kit"'],
  ["account/referral-sources", "is there already"],
])("%s is refused: %s", (asked, why) => expect(() => capability(root, asked)).toThrow(why));
