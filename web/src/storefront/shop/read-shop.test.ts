import { create, type DescField, type DescMessage, fromBinary, ScalarType, toBinary, toJson } from "@bufbuild/protobuf";
import { StorefrontSchema } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import { expect, test } from "vitest";
import { readShop } from "./read-shop.ts";

/** A value that is not empty, of each kind that the contract has. */
function some(field: DescField): unknown {
  const one = () => {
    if (field.enum) return field.enum.values.at(-1)?.number;
    if (field.message) return filled(field.message);
    if (field.scalar === ScalarType.STRING) return `${field.name}!`;
    if (field.scalar === ScalarType.BOOL) return true;
    if (field.scalar !== ScalarType.INT64) return 7;
    return "longAsString" in field && field.longAsString ? "77" : 77n;
  };
  return field.fieldKind === "list" ? [one(), one()] : one();
}
const filled = (schema: DescMessage): Record<string, unknown> =>
  Object.fromEntries(schema.fields.map((field) => [field.localName, some(field)]));

/** Without what only the generated code carries, and without what is absent. */
const plain = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) => (name === "$typeName" || one === undefined ? [] : [[name, plain(one)]])),
  );
};

test.each([
  ["everything is set", create(StorefrontSchema, filled(StorefrontSchema))],
  ["nothing is set", create(StorefrontSchema)],
  [
    "parts of it are empty",
    create(StorefrontSchema, { landing: {}, services: [{ price: {} }], questions: [{}], charges: [{}], stays: {} }),
  ],
])("a storefront is read from JSON as the generated code reads it, where %s", (_, message) => {
  const sent = fromBinary(StorefrontSchema, toBinary(StorefrontSchema, message));
  const json: unknown = JSON.parse(JSON.stringify(toJson(StorefrontSchema, sent)));
  const comparable = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value, (_, one) => (typeof one === "bigint" ? `${one} as a bigint` : one)));
  expect(comparable(plain(readShop(json)))).toEqual(comparable(plain(sent)));
});
