import { expect, test } from "vitest";
import { isUndoable, nextVersion, UNDO_MS } from "./changes.ts";

const at = new Date("2031-01-08T10:00:00Z");
const change = { action: "update", at, before: {}, after: { version: 3 }, undone: false };

test.each([
  ["at once", {}, 3, 0, true],
  ["to the second after ten minutes", {}, 3, UNDO_MS, true],
  ["and not one more", {}, 3, UNDO_MS + 1, false],
  ["not what somebody did after it", {}, 2, 0, false],
  ["not twice", { undone: true }, 3, 0, false],
  ["not what has nothing before it", { before: null }, 3, 0, false],
  ["unless it is new", { before: null, action: "create" }, 3, 0, true],
  ["not what says no version", { after: null }, 0, 0, false],
])("a change is taken back %s", (_, more, version, later, may) => {
  expect(isUndoable({ ...change, ...more }, version, at.getTime() + later)).toBe(may);
});

test("what counts no versions of its own is numbered by its log", () => {
  expect([undefined, { after: null }, { after: {} }, { after: { version: 7 } }].map(nextVersion)).toEqual([1, 1, 1, 8]);
});
