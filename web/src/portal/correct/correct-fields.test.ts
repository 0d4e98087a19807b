import { create } from "@bufbuild/protobuf";
import { PortalPetSchema } from "@leashline/proto/leashline/online_booking/v1/portal_file_pb.js";
import { expect, test } from "vitest";
import { changedIn, fieldsOfPet } from "./correct-fields.ts";

test("only what reads otherwise is sent, a field that was emptied too", () => {
  const fields = fieldsOfPet(create(PortalPetSchema, { petId: "7", petName: "Rex", breed: "Pug", weight: 18.5 }), "kg");
  expect(fields.map(({ label }) => label)).toContain("Weight, kg");
  expect(changedIn(fields, {})).toEqual([]);
  expect(changedIn(fields, { "pets[7].weight": "20", "pets[7].petName": " Rex ", "pets[7].breed": "" })).toEqual([
    { key: "pets[7].breed", given: "" },
    { key: "pets[7].weight", given: "20" },
  ]);
});
