import { beforeEach, expect, test } from "vitest";
import { dropNote, unsaved, useNoteDrafts, writeNote } from "./note-drafts.ts";

beforeEach(() => useNoteDrafts.setState({}, true));
const visit = { ticketComments: "Hates the dryer", alertNotes: "" };

test("what is written stays with its visit until it is saved or dropped", () => {
  writeNote("1", { comments: "Cheese works" });
  writeNote("2", { alert: "Bites" });
  writeNote("1", { alert: "Old hip" });
  expect(useNoteDrafts.getState()).toEqual({ 1: { comments: "Cheese works", alert: "Old hip" }, 2: { alert: "Bites" } });
  dropNote("1");
  expect(useNoteDrafts.getState()).toEqual({ 2: { alert: "Bites" } });
});

test.each([
  [undefined, undefined],
  [{}, undefined],
  [{ comments: "Hates the dryer", alert: "" }, undefined],
  [{ comments: "" }, { comments: "" }],
  [{ comments: "Hates the dryer", alert: "Bites" }, { alert: "Bites" }],
])("of %j saving changes %j", (draft, change) => expect(unsaved(draft, visit)).toEqual(change));
