import { create, type Message } from "@bufbuild/protobuf";
import { RepeatRuleSchema } from "@leashline/proto/leashline/calendar/v1/series_service_pb.js";
import { type UpdateAutoReplyRequest, UpdateAutoReplyRequestSchema } from "@leashline/proto/leashline/message/v1/auto_reply_service_pb.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { testContract, typeOf } from "../../test/contract.ts";
import { legacyCodec } from "./codec.ts";
import { decimalText } from "./scalars.ts";
import { WrongValue } from "./wrong-value.ts";

const registry = testContract({
  enums: { PetSize: { PET_SIZE_UNSPECIFIED: 0, PET_SIZE_SMALL: 1, PET_SIZE_LARGE: 2 } },
  messages: {
    Pet: { pet_id: "int64", name: "string" },
    All: {
      id: "int64",
      big: "big int64",
      count: "int32",
      unsigned: "uint32",
      ratio: "double",
      thin: "float",
      name: "string",
      flag: "bool",
      data: "bytes",
      size: "PetSize",
      price: "google.type.Money",
      day: "google.type.Date",
      at: "google.protobuf.Timestamp",
      took: "google.protobuf.Duration",
      mask: "google.protobuf.FieldMask",
      pet: "Pet",
      pets: "repeated Pet",
      ids: "repeated int64",
      sizes: "repeated PetSize",
      prices: "repeated google.type.Money",
      maybe: "optional int32",
      note: "optional string",
      free: "google.protobuf.Struct",
      any_value: "google.protobuf.Value",
      wrapped: "google.protobuf.Int32Value",
      by_card: "oneof how string",
      by_cash: "oneof how google.type.Money",
      self: "All",
    },
  },
});
const all = typeOf(registry, "All");
const codec = legacyCodec(all);
const decode = (input: unknown) => codec.decode(input) as Message & Record<string, unknown>;
const refusal = (input: unknown) => {
  try {
    codec.decode(input);
    return "accepted";
  } catch (error) {
    return error instanceof WrongValue ? error.message : error;
  }
};
const shown = (fields: Record<string, unknown>) => codec.encode(create(all, fields as never));

describe("reads each type", () => {
  test.each<[string, unknown, string, unknown]>([
    ["int64 from a number", { id: 12 }, "id", "12"],
    ["int64 from digits", { id: "9007199254740993" }, "id", "9007199254740993"],
    ["int64 without jstype is a bigint", { big: "5" }, "big", 5n],
    ["int32 from digits", { count: " 42 " }, "count", 42],
    ["negative int32", { count: -3 }, "count", -3],
    ["an empty text counts as absent", { count: "" }, "count", 0],
    ["null counts as absent", { count: null }, "count", 0],
    ["double from text", { ratio: "1.5e2" }, "ratio", 150],
    ["true from 1", { flag: 1 }, "flag", true],
    ["false from text", { flag: "false" }, "flag", false],
    ["empty text stays text", { name: "" }, "name", ""],
    ["enum by number", { size: 2 }, "size", 2],
    ["enum by digits", { size: "1" }, "size", 1],
    ["enum by its whole name", { size: "PET_SIZE_LARGE" }, "size", 2],
    ["enum by its short name", { size: "SMALL" }, "size", 1],
    ["a number the enum does not have yet", { size: 77 }, "size", 77],
    ["field by its proto name", { any_value: 1 }, "anyValue", expect.anything()],
    ["list of ids", { ids: [1, "2"] }, "ids", ["1", "2"]],
    ["optional set to zero", { maybe: 0 }, "maybe", 0],
    ["optional left out", {}, "maybe", undefined],
    ["wrapper is its value", { wrapped: 3 }, "wrapped", 3],
    ["free object", { free: { a: [1, null] } }, "free", { a: [1, null] }],
    ["unknown input ignored", { count: 1, whatever: { deep: true } }, "count", 1],
    ["oneof", { byCard: "tok" }, "how", { case: "byCard", value: "tok" }],
  ])("%s", (_, input, field, expected) => {
    expect(decode(input)[field]).toEqual(expected);
  });

  test.each<[string, unknown, string, bigint, number]>([
    ["money-value-shape: 12.5", 12.5, "", 12n, 500_000_000],
    ["finer than a cent, until the currency is known", 1.239, "", 1n, 239_000_000],
    ["a whole number", 2, "", 2n, 0],
    ["noise of binary fractions is not a cent", 1.15 * 3, "", 3n, 450_000_000],
    ["a refund", -0.01, "", 0n, -10_000_000],
    ["amount-pattern: 999999999.99", "999999999.99", "", 999_999_999n, 990_000_000],
  ])("%s", (_, input, __, units, nanos) => {
    expect(decode({ price: input }).price).toMatchObject({ units, nanos });
  });

  test("date, instant, duration, mask", () => {
    expect(decode({ day: "2028-02-29" }).day).toMatchObject({ year: 2028, month: 2, day: 29 });
    expect(decode({ at: "1700000000" }).at).toMatchObject({ seconds: 1_700_000_000n });
    expect(decode({ took: 90 }).took).toMatchObject({ seconds: 90n });
    expect(decode({ mask: ["firstName", "pets.birthDay"] }).mask).toMatchObject({ paths: ["first_name", "pets.birth_day"] });
    expect(decode({ mask: "firstName,phone" }).mask).toMatchObject({ paths: ["first_name", "phone"] });
  });
});

describe("names the field that has the wrong type", () => {
  test.each<[string, unknown, string]>([
    ["text for a number", { count: "many" }, "count must be a whole number"],
    ["a fraction for a whole number", { count: 1.5 }, "count must be a whole number"],
    ["too large", { count: 2 ** 31 }, "count is out of range"],
    ["negative unsigned", { unsigned: -1 }, "unsigned is out of range"],
    ["beyond 64 bits", { id: "9223372036854775808" }, "id is out of range"],
    ["a number for text", { name: 5 }, "name must be text"],
    ["half a character", { name: "\ud800" }, "name must be text in Unicode"],
    ["no boolean", { flag: "maybe" }, "flag must be true or false"],
    ["no base64", { data: "*" }, "data must be base64"],
    ["an unknown name of an enum", { size: "HUGE" }, "size must be a number of PetSize"],
    ["a list for an object", { pet: [] }, "pet must be an object"],
    ["an object for a list", { pets: {} }, "pets must be a list"],
    ["inside a list", { pets: [{ petId: 1 }, { petId: "x" }] }, "pets.1.petId must be a whole number"],
    ["a gap in a list", { ids: [1, ""] }, "ids.1 must be a whole number"],
    ["no such day", { day: "2026-02-30" }, "day must be a date as YYYY-MM-DD"],
    ["another form of date", { day: "02/03/2026" }, "day must be a date as YYYY-MM-DD"],
    ["text for an instant", { at: "2026-01-01T00:00:00Z" }, "at must be a whole number"],
    ["far beyond time", { at: 1e15 }, "at must be a time in seconds since 1970"],
    ["infinite", { ratio: "1e999" }, "ratio must be a number"],
    ["too large for a float", { thin: 1e300 }, "thin is out of range"],
    ["two of a oneof", { byCard: "a", byCash: 1 }, "byCash cannot be given together with another of: byCard, byCash"],
    ["mask that is no name", { mask: ["a b;c"] }, "mask.0 must be a field name"],
    ["the whole body", [], "must be an object"],
    ["amount-pattern: 1000000000", { price: 1_000_000_000 }, "price must be an amount such as 12.50"],
    ["amount-pattern: 01", { price: "01" }, "price must be an amount such as 12.50"],
    ["amount-pattern: 1.", { price: "1." }, "price must be an amount such as 12.50"],
    ["amount-pattern: .5", { price: ".5" }, "price must be an amount such as 12.50"],
    ["amount as an object", { price: { units: 1 } }, "price must be an amount such as 12.50"],
  ])("%s", (_, input, message) => {
    expect(refusal(input)).toBe(message);
  });
});

describe("shows each type", () => {
  test("defaults are there, so that a reader need not guess", () => {
    expect(shown({})).toMatchObject({
      id: 0,
      count: 0,
      name: "",
      flag: false,
      size: 0,
      ids: [],
      price: null,
      day: null,
      pet: null,
      maybe: null,
    });
    expect(shown({})).not.toHaveProperty("byCard");
  });

  test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ["int64 as a number", { id: "12" }, { id: 12 }],
    ["int64 past 2^53 keeps its digits", { id: "9223372036854775807" }, { id: "9223372036854775807" }],
    ["enum as its number", { size: 2 }, { size: 2 }],
    ["money as a number", { price: { units: 12n, nanos: 500_000_000 } }, { price: 12.5 }],
    ["money in dinars keeps its thousandths", { price: { currencyCode: "KWD", units: 1n, nanos: 255_000_000 } }, { price: 1.255 }],
    ["date", { day: { year: 2026, month: 3, day: 9 } }, { day: "2026-03-09" }],
    ["an empty date is none", { day: {} }, { day: null }],
    ["instant as seconds", { at: { seconds: 1_700_000_000n, nanos: 9 } }, { at: 1_700_000_000 }],
    ["mask as a list", { mask: { paths: ["first_name"] } }, { mask: ["firstName"] }],
    ["bytes as base64", { data: new Uint8Array([1, 2, 3]) }, { data: "AQID" }],
    ["oneof", { how: { case: "byCash", value: { units: 3n } } }, { byCash: 3 }],
    ["not a number", { ratio: Number.NaN }, { ratio: null }],
    ["a list of messages", { pets: [{ petId: "1", name: "Bo" }] }, { pets: [{ petId: 1, name: "Bo" }] }],
    ["wrapper", { wrapped: 3 }, { wrapped: 3 }],
  ])("%s", (_, fields, expected) => {
    expect(shown(fields)).toMatchObject(expected);
  });
});

describe("laws", () => {
  const cents = fc.integer({ min: -99_999_999_999, max: 99_999_999_999 });

  test("every amount in cents survives the way in and out", () => {
    fc.assert(
      fc.property(cents, (amount) => {
        expect(codec.encode(decode({ price: amount / 100 })).price).toBe(amount === 0 ? 0 : amount / 100);
      }),
    );
  });

  test("every day survives", () => {
    const days = fc
      .date({ min: new Date("0001-01-01"), max: new Date("9999-12-31"), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
    fc.assert(
      fc.property(days, (day) => {
        expect(codec.encode(decode({ day })).day).toBe(day);
      }),
    );
  });

  test("what is shown reads back the same", () => {
    const input = fc.record({
      id: fc.maxSafeInteger(),
      count: fc.integer(),
      name: fc.string({ unit: "grapheme" }),
      flag: fc.boolean(),
      size: fc.constantFrom(0, 1, 2),
      ids: fc.array(fc.maxSafeInteger()),
      at: fc.integer({ min: 0, max: 4_000_000_000 }),
      maybe: fc.option(fc.integer()),
      pets: fc.array(fc.record({ petId: fc.nat(), name: fc.string() })),
      free: fc.dictionary(fc.string(), fc.jsonValue()) as fc.Arbitrary<object>,
    });
    fc.assert(
      fc.property(input, (given) => {
        const once = codec.encode(decode(given));
        expect(once).toMatchObject({ ...given, maybe: given.maybe ?? null });
        expect(codec.encode(decode(once))).toEqual(once);
      }),
    );
  });

  test("whatever is sent either reads or is a WrongValue", () => {
    const keys = fc.constantFrom(...all.fields.map((field) => field.jsonName));
    fc.assert(
      fc.property(fc.dictionary(keys, fc.anything({ withNullPrototype: true })), (given) => {
        try {
          codec.decode(given);
        } catch (error) {
          expect(error).toBeInstanceOf(WrongValue);
        }
      }),
    );
  });
});

test.each([
  [8.25, "8.25", 8.25],
  ["8.250", "8.250", 8.25],
  [-122.3321, "-122.3321", -122.3321],
  [0.1 + 0.2, "0.3", 0.3],
  [100, "100", 100],
  ["", "", null],
])("a decimal kept as text, %j: %j, shown as %j", (given, kept, shown) => {
  expect(decimalText.decode(given, "rate")).toBe(kept);
  expect(decimalText.encode(kept)).toBe(shown);
});

test("a decimal refuses what is no number", () => expect(() => decimalText.decode("8,25", "rate")).toThrow("rate must be a number"));

test("auto-reply-time-range-filter: of time ranges those with numbers are read", () => {
  const ranges = [{ start: 540, end: 600 }, { start: null, end: 600 }, { start: "x", end: 1 }, "540"];
  const read = legacyCodec(UpdateAutoReplyRequestSchema).decode({ timeRange: [{ day: 1, ranges }] }) as UpdateAutoReplyRequest;
  expect(read.timeRange[0]?.ranges).toMatchObject([{ start: 540, end: 600 }, { end: 600 }]);
  expect(() => legacyCodec(UpdateAutoReplyRequestSchema).decode({ timeRange: [{ day: "x" }] })).toThrow(WrongValue);
});

test("what a rule has no words for is refused by its name", () => {
  const rule = { frequency: 3, interval: 1, count: 3 };
  expect(legacyCodec(RepeatRuleSchema).decode(rule, "rule")).toMatchObject({ interval: 1 });
  expect(() => legacyCodec(RepeatRuleSchema).decode({ ...rule, bySetPos: [1] }, "rule")).toThrow(/^rule\.bySetPos is not known here/);
});
