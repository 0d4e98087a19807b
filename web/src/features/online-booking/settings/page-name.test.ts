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
  const known = create(OnlineBookingSettingSchema, { bookOnlineName: "paws" });
  const values = valuesOf(known);
  expect(values.bookOnlineName).toBe("paws");
  expect(changeOf({ ...values, bookOnlineName: " Happy-Paws " }, known).bookOnlineName).toBe("happy-paws");
});

test("a name that stays is not sent, however it was typed", () => {
  const known = create(OnlineBookingSettingSchema, { bookOnlineName: "paws" });
  for (const bookOnlineName of ["paws", " Paws "])
    expect(changeOf({ ...valuesOf(known), bookOnlineName }, known)).not.toHaveProperty("bookOnlineName");
});
