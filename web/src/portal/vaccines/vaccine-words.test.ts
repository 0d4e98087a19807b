import { create } from "@bufbuild/protobuf";
import { PortalPetSchema } from "@leashline/proto/leashline/online_booking/v1/portal_file_pb.js";
import { expect, test } from "vitest";
import { standsText, toProve } from "./vaccine-words.ts";

const rabies = { vaccineName: "Rabies", tag: "missing", required: true };
const toDo = (vaccine: object, proofUrl = "https://shop.test/vaccines/1") =>
  toProve(create(PortalPetSchema, { proofUrl, vaccines: [{ ...rabies, ...vaccine }] })).map((one) => standsText(one, (day) => day));

test.each<[string, object, string[]]>([
  ["missing", {}, ["not on file"]],
  ["over", { tag: "expired", expirationDate: "2026-01-03" }, ["expired on 2026-01-03"]],
  ["soon to be over", { tag: "expire soon", expirationDate: "2026-12-03" }, ["expires soon, good until 2026-12-03"]],
  ["in order", { tag: "" }, []],
  ["not required", { required: false }, []],
  ["proof sent already", { waits: true }, []],
])("a vaccine is something to do when it is required and missing or running out: %s", (_, vaccine, said) => {
  expect(toDo(vaccine)).toEqual(said);
});

test("where no proof is sent in online, there is nothing to do here", () => {
  expect(toDo({}, "")).toEqual([]);
});
