import { PriceUnit } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import { expect, test } from "vitest";
import { fromMinor } from "../format/money.ts";
import { partsUnderPrice, type ShownPart } from "./price-parts.ts";

const usd = (minor: bigint) => fromMinor(minor, "USD");
const nights: ShownPart = { name: "", unit: PriceUnit.PER_NIGHT, count: 2, each: usd(5_800n), percent: "", amount: usd(11_600n) };
const rule: ShownPart = { ...nights, name: "Second pet", percent: "-20", amount: usd(-2_320n) };

test("under its price a single part says how it was reckoned and no amount a second time; several say what each comes to", () => {
  expect(partsUnderPrice([nights])).toEqual({ parts: [nights], amounts: false });
  expect(partsUnderPrice([nights, rule])).toEqual({ parts: [nights, rule], amounts: true });
});

test("under its price a rate by itself explains nothing", () =>
  expect(partsUnderPrice([{ ...nights, unit: PriceUnit.UNSPECIFIED }])).toEqual({ parts: [], amounts: false }));
