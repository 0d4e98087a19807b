import { create, getOption } from "@bufbuild/protobuf";
import { field as rulesOption } from "@leashline/proto/buf/validate/validate_pb.js";
import { loadContract } from "@leashline/proto/descriptors/contract.ts";
import { CreateClientRequestSchema } from "@leashline/proto/leashline/customer/v1/client_requests_pb.js";
import { GetFileAccessUrlRequestSchema } from "@leashline/proto/leashline/gateway/v1/upload_pb.js";
import { expect, test } from "vitest";
import type { Refusal } from "../../errors.ts";
import { checkShape } from "../validate.ts";
import { patternWords } from "./pattern-words.ts";

/** Every pattern that rules of a field hold, also for items of a list. */
function patternsIn(rules: unknown): string[] {
  if (typeof rules !== "object" || rules === null) return [];
  return Object.entries(rules).flatMap(([name, value]) => (name === "pattern" && value ? [String(value)] : patternsIn(value)));
}

test("every pattern of the contract is told in words", () => {
  const fields = [...loadContract().registry].flatMap((one) => (one.kind === "message" ? one.fields : []));
  const patterns = new Set(fields.flatMap((field) => patternsIn(getOption(field, rulesOption))));
  expect(patterns.size).toBeGreaterThan(30);
  expect([...patterns].filter((pattern) => patternWords(pattern) === null)).toEqual([]);
});

test.each([
  ["a color", CreateClientRequestSchema, { client: { firstName: "Ada", clientColor: "red" } }, "must be a color such as #0a7b83, or empty"],
  [
    "a path",
    GetFileAccessUrlRequestSchema,
    { path: "/etc/passwd" },
    "must be the path of an uploaded file, which begins with /uploads/, or empty",
  ],
] as const)("%s of another form is refused in words, not by its pattern", async (_, schema, given, reason) => {
  const asked = checkShape(schema, create(schema as never, given as never));
  const { options, message } = (await asked.catch((error: unknown) => error)) as Refusal;
  expect(options.fields?.map((one) => one.reason)).toEqual([reason]);
  expect(message).toContain(reason);
});
