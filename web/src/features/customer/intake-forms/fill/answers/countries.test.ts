import { expect, test } from "vitest";
import { countriesFor } from "./countries.ts";

test("every country is there once by its name, that of the business first; what was written before stays to choose", () => {
  const list = countriesFor("CA", "");
  expect([list.length, new Set(list).size]).toEqual([249, 249]);
  expect(list.slice(0, 3)).toEqual(["Canada", "Afghanistan", "Åland Islands"]);
  expect(list).toEqual(expect.arrayContaining(["United States", "United Kingdom", "Zimbabwe"]));
  expect(countriesFor("CA", "United States")).toEqual(list);
  const before = countriesFor("US", "USA");
  expect([before[0], before.at(-1), before.length]).toEqual(["United States", "USA", 250]);
  expect(countriesFor("", "")[0]).toBe("Afghanistan");
});
