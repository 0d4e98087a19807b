import { create } from "@bufbuild/protobuf";
import { WalkMark, WalkSchema } from "@leashline/proto/leashline/calendar/v1/walk_service_pb.js";
import { expect, test } from "vitest";
import { reportOf, valuesOf } from "./report-values.ts";

test("every dog of the walk has its marks in the form, and what is saved is what was chosen", () => {
  const report = { note: "Sunny", photoPaths: ["/a"], pets: [{ petId: "2", marks: [WalkMark.POO] }] };
  const values = valuesOf(create(WalkSchema, { report }), [{ petId: "1" }, { petId: "2" }]);
  expect(values).toEqual({
    note: "Sunny",
    photoPaths: ["/a"],
    pets: [
      { petId: "1", marks: [] },
      { petId: "2", marks: ["2"] },
    ],
  });
  expect(reportOf({ ...values, note: " Sunny " })).toEqual({
    ...report,
    pets: [
      { petId: "1", marks: [] },
      { petId: "2", marks: [WalkMark.POO] },
    ],
  });
});
