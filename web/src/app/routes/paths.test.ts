import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { matchRoutes } from "react-router";
import { expect, test } from "vitest";
import { pathTo } from "./paths.ts";
import { pathOf, routes } from "./routes.ts";

test.each([
  [pathTo("/client", {}), "/client"],
  [pathTo("/client/:customerId/bookings/:panel?", { customerId: "42" }), "/client/42/bookings"],
  [pathTo("/client/:customerId/bookings/:panel?", { customerId: "42", panel: "past" }), "/client/42/bookings/past"],
  [pathTo("/ol/:bookOnlineName", { bookOnlineName: "a b/c?d" }), "/ol/a%20b%2Fc%3Fd"],
  [pathTo("/calendar/grooming", {}, { date: "2026-11-22", appointment: undefined }), "/calendar/grooming?date=2026-11-22"],
  [pathTo("/client/clientAdd", {}, "?keyword=Bo"), "/client/clientAdd?keyword=Bo"],
  [pathTo("/client/clientAdd", {}, ""), "/client/clientAdd"],
])("%s", (made, address) => expect(made).toBe(address));

const source = fileURLToPath(new URL("../../", import.meta.url));
const code = ["app", "features"].flatMap((folder) =>
  readdirSync(join(source, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$|routes\/paths\.ts$|(^|\/)route(s|r)\.tsx?$/.test(name))
    .map((name) => ({ name: `${folder}/${name}`, text: readFileSync(join(source, folder, name), "utf8") })),
);

test("nobody puts an address together by hand", () => {
  const joined = code.flatMap(({ name, text }) =>
    [...text.matchAll(/`\/[a-z_][a-zA-Z_]*[/?]?[^`]*\$\{(?!string\})/g)].map(([found]) => `${name}: ${found}`),
  );
  expect(joined, "pathTo(path, params, query)").toEqual([]);
});

test("every address that is written out is a declared page", () => {
  const table = routes.map((route) => ({ path: pathOf(route) }));
  const known = (path: string) => path === "/" || matchRoutes(table, pathOf({ path }).split("?")[0] ?? "") !== null;
  const lost = code.flatMap(({ name, text }) =>
    [...text.matchAll(/\b(?:to|back|path|href)(?:=|: )"(\/[^":]*)"|\b(?:go|navigate|close)\("(\/[^"]*)"/g)]
      .map(([, one, other]) => one ?? other ?? "")
      .filter((path) => !known(path))
      .map((path) => `${name}: ${path}`),
  );
  expect(lost).toEqual([]);
});
