import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { theme } from "../ui/theme/theme.ts";

const css = readFileSync(`${import.meta.dirname}/colors.css`, "utf8");
const valuesIn = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/(--ll-[\w-]+): ([^;]+);/g)].map(([, name = "", value = ""]) => [name, value]));
/** As a browser reads them. */
const same = (value: unknown): string =>
  String(value)
    .toLowerCase()
    .replace(/\s/g, "")
    .replace(/^#fff$/, "#ffffff");

test.each(["light", "dark"] as const)("%s: a page without the theme library has the colors of the theme", (scheme) => {
  const [light = "", dark = ""] = css.split('[data-theme="dark"]');
  const own = valuesIn(scheme === "light" ? light : dark);
  const palette = (theme as unknown as { colorSchemes: Record<string, { palette: unknown }> }).colorSchemes[scheme]?.palette;
  const at = (name: string): unknown =>
    name
      .replace("--ll-palette-", "")
      .split("-")
      .reduce<unknown>((part, key) => (part as Record<string, unknown> | undefined)?.[key], palette);
  expect(Object.keys(own).length).toBeGreaterThan(30);
  for (const [name, value] of Object.entries(own)) expect(same(value), name).toBe(same(at(name)));
});

test("both looks name the same colors", () => {
  const [light = "", dark = ""] = css.split('[data-theme="dark"]');
  expect(Object.keys(valuesIn(dark))).toEqual(Object.keys(valuesIn(light)));
});
