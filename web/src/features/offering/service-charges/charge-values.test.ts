import { SurchargeType as Type } from "@leashline/proto/leashline/offering/v1/service_charge_service_pb.js";
import { expect, test } from "vitest";
import { onWire, valuesOf } from "./charge-values.ts";

test.each([
  ["late pick-up", Type.LATE_PICK_UP, { time: 1080, careTypes: ["BOARDING", "DAYCARE"], autoApply: false }],
  ["early drop-off", Type.EARLY_DROP_OFF, { time: 420, careTypes: ["BOARDING", "DAYCARE"], autoApply: false }],
  ["medication", Type.MEDICATION, { time: 0, careTypes: [], autoApply: true }],
  ["by hand", Type.UNSPECIFIED, { time: 0, careTypes: [], autoApply: false }],
])("what a new charge is saved with: %s", (_, type, wire) => {
  expect(onWire({ ...valuesOf(undefined, type), price: "5" }, type, "USD")).toMatchObject(wire);
});

test("a charge that falls due by its time keeps the locations and care types that were chosen for it", () => {
  const chosen = { careTypes: ["DAYCARE"], businessIds: ["2"] };
  const values = { ...valuesOf(undefined, Type.LATE_PICK_UP), price: "5", ...chosen };
  expect(onWire(values, Type.LATE_PICK_UP, "USD")).toMatchObject(chosen);
});
