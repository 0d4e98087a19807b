import { create } from "@bufbuild/protobuf";
import { ClientSchema } from "@leashline/proto/leashline/customer/v1/client_pb.js";
import { PetParentSchema } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import { expect, test } from "vitest";
import { formatPhone } from "../../../ui/format/phone.ts";
import { differences } from "./differences.ts";

const phone = (text: string) => formatPhone(text, "US");
const client = create(ClientSchema, { firstName: "Dana", lastName: "Whitfield", phoneNumber: "2065550142", email: "dana@host.test" });
const given = (change: object) =>
  create(PetParentSchema, { firstName: "dana", lastName: "Whitfield ", phoneNumber: "+12065550142", ...change });

test("the same, written otherwise, is no difference; what was left empty says nothing", () => {
  expect(differences(given({}), client, phone)).toEqual([]);
  expect(differences(given({ email: "DANA@host.test" }), client, phone)).toEqual([]);
});

test("what reads otherwise is shown beside what is on file, also where nothing is", () => {
  const told = differences(given({ email: "d@new.test", phoneNumber: "+12065550199" }), client, phone);
  expect(told.map(({ field, given, known }) => [field, given, known])).toEqual([
    ["phoneNumber", phone("+12065550199"), phone("2065550142")],
    ["email", "d@new.test", "dana@host.test"],
  ]);
  const bare = create(ClientSchema, { firstName: "Dana", lastName: "Whitfield" });
  expect(differences(given({}), bare, phone).map(({ known }) => known)).toEqual([""]);
});
