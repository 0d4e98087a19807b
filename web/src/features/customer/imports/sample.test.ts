import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { SAMPLE, sampleCsv } from "./sample.ts";

test("the sample file has a cell for each column in each row, and none that would need quotes", () => {
  const [head] = SAMPLE;
  expect(new Set(SAMPLE.map(({ length }) => length))).toEqual(new Set([head?.length]));
  expect(
    sampleCsv()
      .split("\r\n")
      .map((row) => row.split(",")),
  ).toEqual(SAMPLE);
});

const fields = readFileSync(join(import.meta.dirname, "../../../../../services/customer/src/imports/reading/fields.ts"), "utf8");

test.each(SAMPLE[0] ?? [])("the import knows the sample's column %s by itself", (head) => {
  expect(fields).toContain(`"${head.toLowerCase()}"`);
});

test("a day in the sample reads the same in every country", () => {
  expect(sampleCsv()).not.toMatch(/\d\/\d/);
  expect(sampleCsv()).toContain(",2021-04-18,");
});
