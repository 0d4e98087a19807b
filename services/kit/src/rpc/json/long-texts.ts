import { type DescField, type DescMessage, type Message, ScalarType } from "@bufbuild/protobuf";
import { type Bag, placeOf } from "../../money/place-of.ts";

type Settle = (message: Bag) => void;

const longTypes: ReadonlySet<ScalarType> = new Set([
  ScalarType.INT64,
  ScalarType.UINT64,
  ScalarType.SINT64,
  ScalarType.FIXED64,
  ScalarType.SFIXED64,
]);
const plain = /^(0|-?[1-9][0-9]*)$/;
const compiled = new WeakMap<DescMessage, Settle>();

/**
 * The JSON form reads " 7", "07" and "0x7" as the number 7 and keeps the text, under which a map or a list of ids would not find it. Afterwards
 * every long number that is kept as text stands as the binary form would have brought it.
 */
export function settleLongTexts<T extends Message>(schema: DescMessage, message: T): T {
  settleOf(schema)(message as unknown as Bag);
  return message;
}

function settleOf(schema: DescMessage): Settle {
  const known = compiled.get(schema);
  if (known) return known;
  // Fields are compiled on first use, because a message may hold itself.
  let steps: Settle[] | undefined;
  const settle: Settle = (message) => {
    steps ??= schema.fields.flatMap((field) => stepOf(field) ?? []);
    for (const step of steps) step(message);
  };
  compiled.set(schema, settle);
  return settle;
}

function stepOf(field: DescField): Settle | undefined {
  const { message: inner } = field;
  const isLong = field.scalar !== undefined && longTypes.has(field.scalar) && field.fieldKind !== "map";
  if (!isLong && (!inner || field.fieldKind === "map")) return undefined;
  const { place, name } = placeOf(field);
  return (message) => {
    const holder = place(message);
    const value = holder?.[name];
    if (Array.isArray(value)) for (const at of value.keys()) settleOne(value as unknown as Bag, String(at), inner);
    else if (holder && value !== undefined) settleOne(holder, name, inner);
  };
}

function settleOne(holder: Bag, name: string, inner: DescMessage | undefined): void {
  const value = holder[name];
  if (inner) settleOf(inner)(value as Bag);
  else if (typeof value === "string" && !plain.test(value)) holder[name] = String(BigInt(value));
}
