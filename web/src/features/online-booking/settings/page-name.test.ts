import { create } from "@bufbuild/protobuf";
import { OnlineBookingSettingSchema } from "@leashline/proto/leashline/online_booking/v1/setting_pb.js";
import { expect, test } from "vitest";
import { pageNameCheck } from "./page-name.ts";
import { changeOf, valuesOf } from "./setting-values.ts";

test.each(["paws", "a-1", "happy--paws", " Happy-Paws ", "x".repeat(60)])("%j can be the name of a page", (name) =>
  expect(pageNameCheck(name)).toBeUndefined(),
);

test.each(["", "ab", "-paws", "paws-", "happy paws", "päws", "paws/book", "x".repeat(61)])("%j cannot", (name) =>
  expect(pageNameCheck(name)).toContain("3 to 60"),
);

test("the name is saved with the settings, as it stands in the address", () => {
  const values = valuesOf(create(OnlineBookingSettingSchema, { bookOnlineName: "paws" }));
  expect(values.bookOnlineName).toBe("paws");
  expect(changeOf({ ...values, bookOnlineName: " Happy-Paws " }).bookOnlineName).toBe("happy-paws");
});
