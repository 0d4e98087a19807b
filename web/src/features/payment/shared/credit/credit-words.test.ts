import { CreditChangeKind } from "@leashline/proto/leashline/payment/v1/credit_service_pb.js";
import { expect, test } from "vitest";
import { kindWords, mayUndo } from "./credit-words.ts";

const kinds = Object.values(CreditChangeKind).filter((kind): kind is CreditChangeKind => typeof kind === "number" && kind > 0);

test("every change of store credit has its words", () => {
  expect(kinds.map(kindWords).filter((text) => text === "")).toEqual([]);
});

test("what was done by hand can be undone, once", () => {
  expect(kinds.filter((kind) => mayUndo({ kind, undone: false }))).toEqual([CreditChangeKind.GIVEN, CreditChangeKind.TAKEN_BACK]);
  expect(kinds.filter((kind) => mayUndo({ kind, undone: true }))).toEqual([]);
});
