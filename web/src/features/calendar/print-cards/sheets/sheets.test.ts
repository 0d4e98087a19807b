import { expect, test } from "vitest";
import { readSettings } from "../print-settings.ts";
import { packed } from "./packing.ts";
import { paperOf, papersFor, perSheet } from "./paper-sizes.ts";

const pieces = (...heights: number[]) => heights.map((height) => ({ height }));

test.each([
  ["nothing has no page", [], []],
  ["as many as there is room for, with what lies between them", pieces(40, 40, 40), [[0, 1], [2]]],
  ["exactly full is full", pieces(45, 45, 10), [[0, 1], [2]]],
  ["higher than a page is alone on one", pieces(30, 250, 30), [[0], [1], [2]]],
  ["what leads goes with the next", [{ height: 60 }, { height: 10, leads: true }, { height: 30 }], [[0], [1, 2]]],
  ["what leads nothing stays where it is", [{ height: 30 }, { height: 10, leads: true }], [[0, 1]]],
])("pages: %s", (_, given, expected) => {
  expect(packed(given, 100, 10)).toEqual(expected);
});

test("whatever is packed, each piece stands once, in order, and a page of several has room for them", () => {
  let seed = 7;
  const random = (n: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % n;
  };
  for (let round = 0; round < 200; round += 1) {
    const given = Array.from({ length: random(40) }, () => ({ height: 1 + random(120), leads: random(5) === 0 }));
    const pages = packed(given, 100, 6);
    expect(pages.flat()).toEqual(given.map((_, at) => at));
    for (const page of pages) {
      const height = page.reduce((sum, at) => sum + (given[at]?.height ?? 0), 6 * (page.length - 1));
      const led = page.slice(0, -1).every((at) => given[at]?.leads);
      expect(height <= 100 || led).toBe(true);
    }
  }
});

test("US businesses print on Letter, others on A4, until somebody chose; what is no paper of the kind is not chosen", () => {
  const of = (kind: "list" | "label", paper: string, country: string) =>
    paperOf(kind, readSettings(kind, JSON.stringify({ version: 1, paper })), country).id;
  expect([of("list", "", "US"), of("list", "", "DE"), of("list", "a4", "US"), of("list", "roll", "US")]).toEqual([
    "letter",
    "a4",
    "a4",
    "letter",
  ]);
  expect([of("label", "", "US"), of("label", "", "GB"), of("label", "roll", "GB")]).toEqual(["label30", "label24", "roll"]);
});

test("labels lie on their sheets with nothing over, the same margin left and right, and a roll has one", () => {
  for (const { labels, width, height, id } of papersFor("label")) {
    if (!labels) throw new Error(id);
    const across = labels.columns * labels.width + (labels.columns - 1) * labels.gap;
    expect(across + 2 * labels.left).toBeCloseTo(width, 2);
    expect(labels.rows * labels.height + 2 * labels.top).toBeCloseTo(height, 2);
  }
  expect(papersFor("label").map(({ labels }) => labels && perSheet(labels))).toEqual([30, 24, 1]);
});
