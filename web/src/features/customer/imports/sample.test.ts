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
  expect(head).toEqual(expect.arrayContaining(["Email", "Pet type"]));
});
