import { create, type DescField, type DescMessage, getOption, type Message, ScalarType } from "@bufbuild/protobuf";
import { record as recordOption } from "../gen/leashline/options/v1/access_pb.js";

type Bag = Record<string, unknown>;

const records = new WeakMap<DescMessage, { readonly mask: DescField | undefined; readonly record: DescField | undefined }>();

/** The fields of an update that hold its mask and the record whose fields it names; without a record it names fields of the request itself. */
export function updateOf(input: DescMessage) {
  const known = records.get(input);
  if (known) return known;
  const mask = input.fields.find((field) => field.message?.typeName === "google.protobuf.FieldMask");
  const found = { mask, record: mask && input.fields.find((field) => getOption(field, recordOption)) };
  records.set(input, found);
  return found;
}

/** Gives an update that came as JSON without a mask the one that its body says. What is null is as good as left out. */
export function nameWhatIsGiven(input: DescMessage, message: Message, json: unknown): void {
  const { mask, record } = updateOf(input);
  const request = message as unknown as Bag;
  if (!mask || request[mask.localName] !== undefined) return;
  const given = record ? valueIn(json as Bag, record) : json;
  const schema = record?.message ?? input;
  const paths = given !== null && typeof given === "object" ? givenPaths(schema, given as Bag) : [];
  if (paths.length > 0) request[mask.localName] = create(mask.message as DescMessage, { paths } as never);
}

const valueIn = (given: Bag, field: DescField): unknown =>
  Object.hasOwn(given, field.jsonName) ? given[field.jsonName] : Object.hasOwn(given, field.name) ? given[field.name] : undefined;

/** Text that is empty says nothing where a number is due: a form field left empty. */
const isGiven = (field: DescField, value: unknown): boolean =>
  value !== undefined && value !== null && (value !== "" || field.fieldKind === "list" || field.scalar === ScalarType.STRING);

function givenPaths(schema: DescMessage, given: Bag): string[] {
  return schema.fields.flatMap((field) => {
    const value = valueIn(given, field);
    if (!isGiven(field, value)) return [];
    const inner = field.fieldKind === "message" && field.message.typeName.startsWith("leashline.") ? field.message : undefined;
    if (!inner || typeof value !== "object" || Array.isArray(value)) return [field.name];
    return givenPaths(inner, value as Bag).map((path) => `${field.name}.${path}`);
  });
}
