import { create, fromJson, type JsonObject } from "@bufbuild/protobuf";
import { nameWhatIsGiven } from "@leashline/proto/descriptors/update-mask.ts";
import { UpdateLocationRequestSchema } from "@leashline/proto/leashline/account/v1/location_service_pb.js";
import { UpdateVanRequestSchema } from "@leashline/proto/leashline/account/v1/van_service_pb.js";
import {
  CalendarSettingSchema,
  UpdateCalendarSettingRequestSchema,
} from "@leashline/proto/leashline/calendar/v1/calendar_setting_service_pb.js";
import { PaymentSettingSchema } from "@leashline/proto/leashline/payment/v1/payment_setting_pb.js";
import { describe, expect, test } from "vitest";
import { changesNothing, completed, dropUnnamed, merged, named, plainName, plainText } from "./mask.ts";

const settingRequest = (json: JsonObject) => {
  const message = fromJson(UpdateCalendarSettingRequestSchema, json);
  nameWhatIsGiven(UpdateCalendarSettingRequestSchema, message, json);
  return message;
};

describe("what an update in JSON names", () => {
  test.each<[string, JsonObject, string[] | undefined]>([
    [
      "what is in the body, false and 0 too",
      { setting: { showPrice: false, calendar_view_start_at: 0 } },
      ["calendar_view_start_at", "show_price"],
    ],
    ["null is as good as left out", { setting: { showPrice: null } }, undefined],
    ["nothing", { setting: {} }, undefined],
    ["what its own mask says", { setting: { showPrice: true }, updateMask: "showComment" }, ["show_comment"]],
  ])("%s", (_, json, paths) => expect(settingRequest(json).updateMask?.paths).toEqual(paths));

  test("a field inside a message, and lists that are empty", () => {
    const location = { id: "3", address: { city: "Seattle" }, name: "" };
    const message = fromJson(UpdateLocationRequestSchema, location);
    nameWhatIsGiven(UpdateLocationRequestSchema, message, location);
    expect(message.updateMask?.paths).toEqual(["id", "name", "address.city"]);
    const van = { vanId: "3", staffIdList: [] };
    const request = fromJson(UpdateVanRequestSchema, van);
    nameWhatIsGiven(UpdateVanRequestSchema, request, van);
    expect(named(UpdateVanRequestSchema, request, request.updateMask)).toEqual(new Set(["vanId", "staffIdList"]));
  });

  test("a form field that is left empty says nothing where a number is due, and empties a text", () => {
    const message = create(UpdateVanRequestSchema);
    nameWhatIsGiven(UpdateVanRequestSchema, message, { locationId: "", note: "" });
    expect(message.updateMask?.paths).toEqual(["note"]);
  });
});

describe("the record after an update", () => {
  const before = create(CalendarSettingSchema, { showPrice: true, showComment: true, calendarViewStartAt: 600 });
  const given = create(CalendarSettingSchema, { calendarViewStartAt: 480 });

  test("without a mask, what is set; with one, what it names", () => {
    expect(merged(CalendarSettingSchema, before, given, undefined)).toEqual({ ...before, calendarViewStartAt: 480 });
    expect(merged(CalendarSettingSchema, before, given, { paths: ["show_price"] })).toEqual({ ...before, showPrice: false });
    expect(before.showPrice).toBe(true);
  });

  test("a path leads into a message; one that leads nowhere is refused", () => {
    const fees = create(PaymentSettingSchema, { onlineFee: { percentage: "2.9", fixed: { currencyCode: "USD", nanos: 300_000_000 } } });
    const change = create(PaymentSettingSchema, { onlineFee: { percentage: "3.1" } });
    const after = merged(PaymentSettingSchema, fees, change, { paths: ["online_fee.percentage"] });
    expect(after.onlineFee).toMatchObject({ percentage: "3.1", fixed: { nanos: 300_000_000 } });
    expect(completed(PaymentSettingSchema, fees, change, { paths: ["online_fee.percentage"] }).onlineFee).toEqual(after.onlineFee);
    for (const path of ["online_fee.no_such", "no_such", "custom_fee_name.deep"])
      expect(() => merged(PaymentSettingSchema, fees, change, { paths: [path] })).toThrow();
  });

  test("what a mask does not name is not there for whoever reads the request", () => {
    const request = create(UpdateVanRequestSchema, { vanId: "3", note: "new", make: "Ford", updateMask: { paths: ["note"] } });
    dropUnnamed(UpdateVanRequestSchema, request);
    expect([request.vanId, request.note, request.make]).toEqual(["3", "new", undefined]);
  });
});

test.each([
  ["blanks and line breaks", "  Ada\n Byron\t", "Ada  Byron"],
  ["a mark that turns what follows", "Rex \u202egnidrob", "Rex gnidrob"],
  ["marks around a copied name", "\u2068Ada\u2069", "Ada"],
  ["nothing but marks", "\u200f\u202a\ufeff", ""],
  ["letters of any script, and joined pictures, stay", "נועה \u{1f469}\u200d\u{1f467}", "נועה \u{1f469}\u200d\u{1f467}"],
])("%s", (_, given, kept) => expect(plainName(given)).toBe(kept));

test.each([
  ["an override turns nothing", "Pay \u202e002$\u202c now", "Pay 002$ now"],
  ["embeddings and isolates go", "\u202aa\u202bb\u202dc\u2066d\u2067e\u2068f\u2069", "abcdef"],
  ["lines, other scripts and joined pictures stay", "שלום\n\u200fAda \u{1f469}\u200d\u{1f467}", "שלום\n\u200fAda \u{1f469}\u200d\u{1f467}"],
])("in a text %s", (_, given, kept) => expect(plainText(given)).toBe(kept));

test.each<[string, object, object, boolean]>([
  ["nothing given", { name: "A" }, {}, true],
  ["undefined, which sets nothing", { name: "A" }, { name: undefined }, true],
  ["what is there", { name: "A", day: null, on: false }, { name: "A", day: null, on: false }, true],
  ["a number that the database says as text", { id: "7", ids: ["1", "2"] }, { id: 7n, ids: [1, 2] }, true],
  ["a message, its fields in another order", { options: { a: 1, b: { c: [], d: 2 } } }, { options: { b: { d: 2, c: [] }, a: 1 } }, true],
  ["one of two", { name: "A", on: false }, { name: "A", on: true }, false],
  ["nothing instead of something", { day: "2026-01-01" }, { day: null }, false],
  ["a list in another order", { ids: ["1", "2"] }, { ids: ["2", "1"] }, false],
  ["no words instead of none", { note: null }, { note: "" }, false],
  ["deep inside", { options: { a: { b: 1 } } }, { options: { a: { b: 2 } } }, false],
])("an update that sets %s changes nothing: %#", (_, before, given, expected) => expect(changesNothing(before, given)).toBe(expected));
