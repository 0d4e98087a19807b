import { create, type DescEnum, type DescField, type DescMessage, getOption, type Message, ScalarType } from "@bufbuild/protobuf";
import { isWrapperDesc } from "@bufbuild/protobuf/wkt";
import { STRANGE, strangeName } from "@leashline/proto/descriptors/whole-messages.ts";
import { decimal as decimalOption, keeps_readable as keepsReadableOption } from "@leashline/proto/leashline/options/v1/access_pb.js";
import { decimalText, type ScalarCodec, scalarCodec, wholeNumber } from "./scalars.ts";
import { type WholeCodec, wholeCodec } from "./well-known.ts";
import { under, WrongValue } from "./wrong-value.ts";

/**
 * The legacy JSON codec. What a value looks like is decided by its type and never by the route it travels on:
 * Money is a number, Date "YYYY-MM-DD", Timestamp seconds, an enum its number, int64 a number, FieldMask a list.
 */
export interface MessageCodec {
  decode(input: unknown, at?: string): Message;
  encode(message: Message): Record<string, unknown>;
}

type Bag = Record<string, unknown>;

interface FieldCodec {
  readonly names: readonly string[];
  readonly json: string;
  read(input: unknown, at: string): unknown;
  set(message: Bag, value: unknown, at: string): void;
  /** undefined: leave the field out. */
  show(message: Bag): unknown;
}

const compiled = new WeakMap<DescMessage, MessageCodec>();

export function legacyCodec(desc: DescMessage): MessageCodec {
  const known = compiled.get(desc);
  if (known) return known;
  // Fields are compiled on first use, because a message may hold itself.
  let ready: FieldCodec[] | undefined;
  const fields = (): FieldCodec[] => {
    ready ??= desc.fields.map(fieldCodec);
    return ready;
  };
  const codec: MessageCodec = {
    decode: (input, at = "") => decodeFields(desc, fields(), input, at),
    encode: (message) => encodeFields(fields(), message as unknown as Bag),
  };
  compiled.set(desc, codec);
  return codec;
}

function decodeFields(desc: DescMessage, fields: readonly FieldCodec[], input: unknown, at: string): Message {
  if (typeof input !== "object" || input === null || Array.isArray(input)) throw new WrongValue(at, "must be an object");
  const given = input as Bag;
  const strange = strangeName(desc, given);
  if (strange !== undefined) throw new WrongValue(under(at, strange), STRANGE);
  const message = create(desc) as unknown as Bag;
  for (const field of fields) {
    const name = field.names.find((candidate) => Object.hasOwn(given, candidate) && given[candidate] !== null);
    if (name === undefined) continue;
    const path = under(at, name);
    const value = field.read(given[name], path);
    if (value !== undefined) field.set(message, value, path);
  }
  return message as unknown as Message;
}

function encodeFields(fields: readonly FieldCodec[], message: Bag): Bag {
  const shown: Bag = {};
  for (const field of fields) {
    const value = field.show(message);
    if (value !== undefined) shown[field.json] = value;
  }
  return shown;
}

function fieldCodec(field: DescField): FieldCodec {
  const { read, show } = valueCodec(field);
  const local = field.localName;
  const base = { json: field.jsonName, names: field.jsonName === field.name ? [field.name] : [field.jsonName, field.name], read };
  if (field.oneof === undefined) {
    return {
      ...base,
      set: (message, value) => {
        message[local] = value;
      },
      show: (message) => (message[local] === undefined ? null : show(message[local])),
    };
  }
  const group = field.oneof.localName;
  const choices = field.oneof.fields.map((choice) => choice.jsonName).join(", ");
  return {
    ...base,
    set: (message, value, at) => {
      if ((message[group] as { case?: string }).case !== undefined)
        throw new WrongValue(at, `cannot be given together with another of: ${choices}`);
      message[group] = { case: local, value };
    },
    show: (message) => {
      const chosen = message[group] as { case?: string; value?: unknown };
      return chosen.case === local ? show(chosen.value) : undefined;
    },
  };
}

interface ValueCodec {
  read(input: unknown, at: string): unknown;
  show(value: unknown): unknown;
}

function valueCodec(field: DescField): ValueCodec {
  switch (field.fieldKind) {
    case "scalar":
      if (getOption(field, decimalOption)) return asValue(decimalText);
      return orAbsent(scalarCodec(field.scalar, field.longAsString), field.scalar === ScalarType.STRING);
    case "enum":
      return orAbsent(enumCodec(field.enum));
    case "message":
      return isWrapperDesc(field.message) && field.oneof === undefined
        ? wrapped(field.message)
        : messageCodec(field.message, field.parent.typeName);
    case "list":
      return listCodec(itemCodec(field, field.listKind), getOption(field, keepsReadableOption));
    case "map":
      return mapCodec(scalarCodec(field.mapKey, true), itemCodec(field, field.mapKind));
  }
}

function itemCodec(field: DescField & ({ fieldKind: "list" } | { fieldKind: "map" }), kind: "scalar" | "enum" | "message"): ValueCodec {
  if (kind === "enum") return asValue(enumCodec(field.enum!));
  if (kind === "message") return messageCodec(field.message!, field.parent.typeName);
  return asValue(scalarCodec(field.scalar!, "longAsString" in field && field.longAsString === true));
}

const asValue = (codec: ScalarCodec): ValueCodec => ({ read: codec.decode, show: codec.encode });

/** An empty text where a number is expected is a form field left empty. */
function orAbsent(codec: ScalarCodec, isText = false): ValueCodec {
  if (isText) return asValue(codec);
  return { read: (input, at) => (input === "" ? undefined : codec.decode(input, at)), show: codec.encode };
}

function enumCodec(desc: DescEnum): ScalarCodec {
  const numbers = new Map<string, number>();
  for (const value of desc.values) {
    numbers.set(value.name, value.number);
    numbers.set(value.localName, value.number);
  }
  return {
    decode: (value, at) => {
      const named = typeof value === "string" ? numbers.get(value.trim()) : undefined;
      if (named !== undefined) return named;
      try {
        return Number(wholeNumber(value, at, "int32"));
      } catch {
        throw new WrongValue(at, `must be a number of ${desc.name}`);
      }
    },
    encode: (value) => value,
  };
}

function messageCodec(desc: DescMessage, parent: string): ValueCodec {
  if (desc.typeName === "google.protobuf.Struct" && parent !== "google.protobuf.Value") return freeObject;
  const whole = wholeCodec(desc.typeName);
  if (whole) return wholeValue(whole, desc);
  const codec = legacyCodec(desc);
  return { read: (input, at) => codec.decode(input, at), show: (value) => codec.encode(value as Message) };
}

function wholeValue(whole: WholeCodec, desc: DescMessage): ValueCodec {
  return {
    read: (input, at) => (input === "" && desc.typeName !== "google.protobuf.Value" ? undefined : whole.decode(input, at, desc)),
    show: (value) => whole.encode(value as Message, desc),
  };
}

function wrapped(desc: DescMessage): ValueCodec {
  return valueCodec(desc.fields[0]!);
}

const freeObject: ValueCodec = {
  read: (input, at) => {
    if (typeof input !== "object" || input === null || Array.isArray(input)) throw new WrongValue(at, "must be an object");
    return input;
  },
  show: (value) => value,
};

function listCodec(item: ValueCodec, keepsReadable = false): ValueCodec {
  return {
    read: (input, at) => {
      if (!Array.isArray(input)) throw new WrongValue(at, "must be a list");
      if (keepsReadable) return input.flatMap((each) => readable(item, each));
      return input.map((each, index) => item.read(each, under(at, String(index))) ?? refuseGap(under(at, String(index))));
    },
    show: (value) => (value as unknown[]).map(item.show),
  };
}

function readable(item: ValueCodec, input: unknown): unknown[] {
  try {
    const value = item.read(input, "");
    return value === undefined ? [] : [value];
  } catch (error) {
    if (error instanceof WrongValue) return [];
    throw error;
  }
}

function refuseGap(at: string): never {
  throw new WrongValue(at, "must not be empty");
}

function mapCodec(keys: ScalarCodec, item: ValueCodec): ValueCodec {
  return {
    read: (input, at) => {
      if (typeof input !== "object" || input === null || Array.isArray(input)) throw new WrongValue(at, "must be an object");
      const entries = Object.entries(input).map(([key, value]) => {
        const path = under(at, key);
        return [String(keys.decode(key, path)), item.read(value, path) ?? refuseGap(path)];
      });
      return Object.fromEntries(entries) as Bag;
    },
    show: (value) => Object.fromEntries(Object.entries(value as Bag).map(([key, each]) => [key, item.show(each)])),
  };
}
