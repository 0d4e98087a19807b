import { ErrorCode, type Refusal } from "@leashline/kit";
import { expect, test } from "vitest";
import { type Asking, isAsked, MOST_ASKED, type Read, signedOf, toSign } from "./asked.ts";

const plain: Asking = { id: "1", requiredType: 1, bookOnlineAvailable: true, businessIds: [], careTypes: [] };
const booking = { businessId: "3", careTypes: ["GROOMING", "DAYCARE"], settled: new Set<string>() };

test.each<[string, Partial<Asking>, boolean]>([
  ["once, everywhere, for all", {}, true],
  ["for every booking", { requiredType: 2 }, true],
  ["only who is asked by hand", { requiredType: 3 }, false],
  ["not of those who book online", { bookOnlineAvailable: false }, false],
  ["here", { businessIds: ["2", "3"] }, true],
  ["elsewhere", { businessIds: ["2"] }, false],
  ["for one of the care types", { careTypes: ["BOARDING", "DAYCARE"] }, true],
  ["for another care type", { careTypes: ["BOARDING"] }, false],
])("asked online: %s", (_, more, asked) => expect(isAsked({ ...plain, ...more }, booking)).toBe(asked));

test.each<[string, number, string[], boolean]>([
  ["a newcomer, once", 1, [], true],
  ["a newcomer, every booking", 2, [], true],
  ["who signed it, once", 1, ["1"], false],
  ["who signed another one", 1, ["2"], true],
  ["who signed it before, for every booking", 2, ["1"], true],
  ["who signed it, by hand", 3, ["1"], false],
])("has to sign: %s", (_, requiredType, settled, must) =>
  expect(toSign([{ ...plain, requiredType }], { ...booking, settled: new Set(settled) }).length === 1).toBe(must),
);

test("in the order given, and no more than are read while booking", () => {
  const many = Array.from({ length: 14 }, (_, nth) => ({ ...plain, id: String(20 - nth) }));
  expect(toSign(many, booking).map(({ id }) => id)).toEqual(many.slice(0, MOST_ASKED).map(({ id }) => id));
});

const text = { header: "Care", content: "<p>We care.</p>", inputs: [{ label: "Vet", required: true }] };
const read = (more: Partial<Read> = {}): Read => ({ id: "1", text, contentHash: "h1", must: true, ...more });
const signature = "M 100 200 L 300 120 L 420 260";
const given = (more: object = {}) => ({
  ...{ agreementId: "1", contentHash: "h1", signature, signerName: " Jo Park " },
  inputs: [{ label: "Vet", value: "Dr. Doe" }],
  ...more,
});

const refused = (asked: Read[], of: ReturnType<typeof given>[]) => {
  try {
    return signedOf(asked, of).map(({ read: { id } }) => id);
  } catch (error) {
    const { code, options } = error as Refusal;
    return [code, options.field, options.facts?.why, options.facts?.agreementId];
  }
};
const { PARAMS_INVALID, STATE_CONFLICT } = ErrorCode;

test("what was signed is kept as it was read, with the answers in their order", () => {
  expect(signedOf([read()], [given()])).toEqual([
    { read: read(), signature, signerName: "Jo Park", answers: [{ label: "Vet", required: true, value: "Dr. Doe" }] },
  ]);
});

test.each<[string, Read[], ReturnType<typeof given>[], unknown[]]>([
  ["nothing asked, nothing signed", [], [], []],
  ["missing", [read()], [], [PARAMS_INVALID, "agreements", "missing", "1"]],
  ["the second is missing", [read(), read({ id: "2" })], [given()], [PARAMS_INVALID, "agreements", "missing", "2"]],
  ["another text was read", [read()], [given({ contentHash: "h0" })], [STATE_CONFLICT, "agreements", "changed", "1"]],
  ["no name", [read()], [given({ signerName: " " })], [PARAMS_INVALID, "agreements", "unfinished", "1"]],
  ["a dot", [read()], [given({ signature: "M 1 1 L 2 2" })], [PARAMS_INVALID, "agreements", "unfinished", "1"]],
  ["no lines", [read()], [given({ signature: "<svg/>" })], [PARAMS_INVALID, "agreements", "unfinished", "1"]],
  ["a required answer is missing", [read()], [given({ inputs: [] })], [PARAMS_INVALID, "agreements", "unfinished", "1"]],
  ["need not be signed, and is not", [read({ must: false })], [], []],
  ["need not be signed, and is", [read({ must: false })], [given()], ["1"]],
  ["need not be signed, and reads otherwise by now", [read({ must: false })], [given({ contentHash: "h0" })], []],
  ["signed, and nobody asks any more", [], [given()], []],
])("%s", (_, asked, of, came) => expect(refused(asked, of)).toEqual(came));
