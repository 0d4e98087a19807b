import { expect, test } from "vitest";
import { fileIdsIn, filePathsIn, mustBeOwnFile, mustBePrivate } from "./file-paths.ts";

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

test("within quotes the name of a file may have blanks; in a sentence it ends at the first", () => {
  const named = `/uploads/private/7/${one}/Screen Shot #2 of Rex.jpg`;
  const texts = [
    JSON.stringify({ photo: named }),
    JSON.stringify({ html: `<img src="${named}"> and <b title="x">` }),
    `See /uploads/public/7/${two}/b.png today`,
  ];
  expect(filePathsIn(texts)).toEqual([named, `/uploads/public/7/${two}/b.png`]);
  expect(fileIdsIn(texts, "7")).toEqual([one, two]);
});

test.each([
  ["/uploads/private/7/abc-1/card.jpg", true, true],
  ["/uploads/public/7/abc-1/card.jpg", false, true],
  ["/uploads/private/8/abc-1/card.jpg", false, false],
  ["/uploads/private/7/abc-1/..", false, false],
  ["/uploads/private/7/abc-1/Screen Shot #2 of Rex.jpg", true, true],
  ['/uploads/private/7/abc-1/a"b.jpg', false, false],
  ["/uploads/private/7/abc-1/a\nb.jpg", false, false],
  ["/uploads/private/7/abc-1/a.jpg?size=1", false, false],
  ["/uploads/private/7/../8/a.jpg", false, false],
])("%s is a private file of one's own: %s; a file of one's own: %s", (path, isPrivate, isOwn) => {
  const taken = (must: typeof mustBePrivate) => {
    try {
      return must("7", path, "photo") === path;
    } catch {
      return false;
    }
  };
  expect([taken(mustBePrivate), taken(mustBeOwnFile)]).toEqual([isPrivate, isOwn]);
});
