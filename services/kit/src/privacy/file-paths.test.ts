import { expect, test } from "vitest";
import { fileIdsIn, filePathsIn } from "./file-paths.ts";

const [one, two] = ["a".repeat(20), "b".repeat(20)];

test("addresses of files are found wherever they stand in a text, and only a company's own are its files", () => {
  const texts = [
    JSON.stringify({ photo: `/uploads/private/7/${one}/Rex & Milo.jpg`.replace(" & ", "_"), more: [`/uploads/public/7/${two}/b.png`] }),
    `/uploads/public/8/${two}/c.png and once more /uploads/public/7/${two}/b.png /uploads/private/7/short/x.png`,
  ];
  expect(filePathsIn(texts)).toEqual([
    `/uploads/private/7/${one}/Rex_Milo.jpg`,
    `/uploads/public/7/${two}/b.png`,
    `/uploads/public/8/${two}/c.png`,
  ]);
  expect(fileIdsIn(texts, "7")).toEqual([one, two]);
});
