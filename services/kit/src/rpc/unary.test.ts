import { DeleteAgreementRecordsRequestSchema } from "@leashline/proto/leashline/customer/v1/agreement_record_service_pb.js";
import { CreateClientRequestSchema } from "@leashline/proto/leashline/customer/v1/client_requests_pb.js";
import { DeleteIntakeFormRequestSchema } from "@leashline/proto/leashline/customer/v1/intake_form_service_pb.js";
import { expect, test } from "vitest";
import type { Refusal } from "../errors.ts";
import { readMessage } from "./unary.ts";

test.each([
  ["words for a number", DeleteIntakeFormRequestSchema, { id: "abc" }, "id", "must be a whole number"],
  ["a fraction", DeleteIntakeFormRequestSchema, { id: 1.5 }, "id", "must be a whole number"],
  ["a list for a number", DeleteIntakeFormRequestSchema, { id: [1] }, "id", "must be a whole number"],
  ["a number beyond all", DeleteIntakeFormRequestSchema, { id: "99999999999999999999" }, "id", "is out of range"],
  [
    "one beyond thirty-two bits",
    CreateClientRequestSchema,
    { client: { preferredFrequencyDay: 3e9 } },
    "preferredFrequencyDay",
    "is out of range",
  ],
  ["words in a list", DeleteAgreementRecordsRequestSchema, { ids: ["1", "x"] }, "ids", "list item #2: must be a whole number"],
  ["a number for a text", CreateClientRequestSchema, { client: { firstName: 7 } }, "firstName", "must be text"],
  ["a number for yes or no", CreateClientRequestSchema, { client: { inactive: 7 } }, "inactive", "must be true or false"],
] as const)("%s in JSON is refused in words, at its field", (_, schema, json, field, reason) => {
  try {
    readMessage(schema, Buffer.from(JSON.stringify(json)), "json");
    expect.unreachable();
  } catch (error) {
    const { message, options } = error as Refusal;
    expect([message, options.field, options.reason]).toEqual([`The request cannot be read: ${field} ${reason}`, field, reason]);
  }
});
