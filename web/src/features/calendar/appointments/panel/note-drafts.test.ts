import { beforeEach, expect, test } from "vitest";
import { changedMeanwhile, dropNote, keepBoth, unsaved, useNoteDrafts, writeNote } from "./note-drafts.ts";

beforeEach(() => useNoteDrafts.setState({}, true));
const visit = { id: "1", ticketComments: "Hates the dryer", alertNotes: "" };
const draftOf = (id: string) => useNoteDrafts.getState()[id];

test("what is written stays with its appointment until it is saved or dropped", () => {
  writeNote(visit, { ticketComments: "Cheese works" });
  writeNote({ ...visit, id: "2" }, { alertNotes: "Bites" });
  writeNote(visit, { alertNotes: "Old hip" });
  expect(draftOf("1")?.mine).toEqual({ ticketComments: "Cheese works", alertNotes: "Old hip" });
  expect(draftOf("2")?.mine).toEqual({ alertNotes: "Bites" });
  dropNote("1");
  expect(Object.keys(useNoteDrafts.getState())).toEqual(["2"]);
});

test.each([
  [{}, undefined],
  [{ ticketComments: "Hates the dryer", alertNotes: "" }, undefined],
  [{ ticketComments: "" }, { ticketComments: "" }],
  [{ ticketComments: "Hates the dryer", alertNotes: "Bites" }, { alertNotes: "Bites" }],
])("of %j saving changes %j", (mine, change) => {
  writeNote(visit, mine);
  expect(unsaved(draftOf("1"), visit)).toEqual(change);
});

test("whoever is overtaken is told of what they write themselves, and of nothing else", () => {
  expect(changedMeanwhile(undefined, visit)).toEqual([]);
  writeNote(visit, { ticketComments: "Cheese works" });
  expect(changedMeanwhile(draftOf("1"), { ...visit, alertNotes: "Bites" })).toEqual([]);
  const theirs = { ...visit, ticketComments: "Loves the dryer now" };
  expect(changedMeanwhile(draftOf("1"), theirs)).toEqual(["ticketComments"]);
  writeNote(theirs, { ticketComments: "Cheese works well" });
  expect(changedMeanwhile(draftOf("1"), theirs), "writing on is no reading of theirs").toEqual(["ticketComments"]);
  expect(changedMeanwhile(draftOf("1"), { ...visit, ticketComments: "Cheese works well" })).toEqual([]);
});

test("keeping both puts theirs first, and is no longer overtaken until they write again", () => {
  writeNote(visit, { ticketComments: "Cheese works" });
  const theirs = { ...visit, ticketComments: "Loves the dryer now" };
  keepBoth(theirs, "ticketComments");
  expect(unsaved(draftOf("1"), theirs)).toEqual({ ticketComments: "Loves the dryer now\nCheese works" });
  expect(changedMeanwhile(draftOf("1"), theirs)).toEqual([]);
  expect(changedMeanwhile(draftOf("1"), { ...visit, ticketComments: "Third" })).toEqual(["ticketComments"]);
});
