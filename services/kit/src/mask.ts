import { clone, create, type DescField, type DescMessage, isFieldSet, type Message, type MessageShape } from "@bufbuild/protobuf";
import { FeatureSet_FieldPresence, type FieldMask } from "@bufbuild/protobuf/wkt";
import { updateOf } from "@leashline/proto/descriptors/update-mask.ts";
import { fail } from "./errors.ts";

// An update changes what it names: the paths of its mask; without one, what the request carries. In JSON, on either face, that is what is in the
// body, so that false, 0, "" and [] can be said; in binary it is what is set.

type Bag = Record<string, unknown>;
type Mask = Pick<FieldMask, "paths">;

const nameOf = (path: string): string => path.split(".", 1)[0] as string;
const fieldNamed = (schema: DescMessage, name: string): DescField | undefined =>
  schema.fields.find((field) => field.name === name || field.localName === name || field.jsonName === name);

const setFields = (schema: DescMessage, message: Message): string[] =>
  schema.fields.filter((field) => isFieldSet(message as never, field as never)).map((field) => field.name);

const pathsOf = (schema: DescMessage, message: Message, mask: Mask | undefined): readonly string[] =>
  mask && mask.paths.length > 0 ? mask.paths : setFields(schema, message);

/** Which fields an update names (camelCase): those of its mask, or every set field when there is none. */
export function named(schema: DescMessage, message: Message, mask: Mask | undefined): Set<string> {
  return new Set(
    pathsOf(schema, message, mask).map((path) => {
      const field = fieldNamed(schema, nameOf(path));
      if (!field) throw fail("PARAMS_INVALID", { field: "updateMask", reason: `there is no field ${path}` });
      return field.localName;
    }),
  );
}

/** Takes out of an update's request what its mask does not name, so that whoever reads it finds only what is to change. */
export function dropUnnamed(input: DescMessage, message: Message): void {
  const { mask, record } = updateOf(input);
  const request = message as unknown as Bag;
  const given = mask && (request[mask.localName] as Mask | undefined);
  if (!given || given.paths.length === 0 || record) return;
  const names = named(input, message, given);
  for (const field of input.fields)
    if (field !== mask && !names.has(field.localName) && field.presence === FeatureSet_FieldPresence.EXPLICIT)
      request[field.localName] = undefined;
}

/** The record as it is after an update: what the mask names from `given`, the rest as before; a path may lead into a message ("address.city"). */
export function merged<D extends DescMessage>(
  schema: D,
  before: MessageShape<D>,
  given: MessageShape<D>,
  mask: Mask | undefined,
): MessageShape<D> {
  const after = clone(schema, before);
  for (const path of pathsOf(schema, given, mask)) copy(schema, path.split("."), after as unknown as Bag, given as unknown as Bag);
  return after;
}

function copy(schema: DescMessage, [name = "", ...rest]: readonly string[], after: Bag, given: Bag | undefined): void {
  const field = fieldNamed(schema, name);
  if (!field || (rest.length > 0 && field.fieldKind !== "message"))
    throw fail("PARAMS_INVALID", { field: "updateMask", reason: `there is no field ${[name, ...rest].join(".")}` });
  const from = given ?? (create(schema) as unknown as Bag);
  if (rest.length === 0) after[field.localName] = from[field.localName];
  else if (field.fieldKind === "message") {
    after[field.localName] ??= create(field.message);
    copy(field.message, rest, after[field.localName] as Bag, from[field.localName] as Bag | undefined);
  }
}

/**
 * What is given, where a mask leads into a message of it: that message completed by what it was before, so that it can be stored whole. `before` may
 * say fewer fields than the record has.
 */
export function completed<D extends DescMessage>(
  schema: D,
  before: Readonly<Bag>,
  given: MessageShape<D>,
  mask: Mask | undefined,
): MessageShape<D> {
  const parts = new Set((mask?.paths ?? []).filter((path) => path.includes(".")).map(nameOf));
  if (parts.size === 0) return given;
  const whole = clone(schema, given) as Bag;
  for (const part of parts) {
    const field = fieldNamed(schema, part);
    if (field?.fieldKind !== "message") throw fail("PARAMS_INVALID", { field: "updateMask", reason: `there is no field ${part}` });
    const inside = mask?.paths.filter((path) => path.startsWith(`${part}.`)).map((path) => path.slice(part.length + 1)) ?? [];
    const old = create(field.message, (before[field.localName] ?? {}) as never);
    const fresh = (whole[field.localName] ?? create(field.message)) as Message;
    whole[field.localName] = merged(field.message, old as never, fresh as never, { paths: inside });
  }
  return whole as MessageShape<D>;
}

/**
 * Whether what an update sets is what is stored already, column by column; what is undefined sets nothing. An update that changes nothing leaves the
 * version, the log and whoever listens alone.
 */
export const changesNothing = <Row extends object>(before: Row, given: { readonly [K in keyof Row]?: unknown }): boolean =>
  (Object.keys(given) as (keyof Row)[]).every((name) => given[name] === undefined || asText(before[name]) === asText(given[name]));

/** The same text for what a database says is the same: a number or its text, a message whatever the order of its fields. */
const asText = (value: unknown): string =>
  typeof value === "object" && value !== null
    ? JSON.stringify(value, (_, inner: unknown) => {
        if (typeof inner === "bigint" || typeof inner === "number") return String(inner);
        if (typeof inner !== "object" || inner === null || Array.isArray(inner)) return inner;
        return Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)));
      })
    : String(value);

/** Refuses an update made on a version that is no longer the current one; 0 means the caller did not look. */
export function mustBeCurrent(seen: number, current: number): void {
  if (seen !== 0 && seen !== current) throw fail("VERSION_CONFLICT", { facts: { version: String(current) } });
}

/** A text without blanks around it; one of nothing but blanks is none, and is refused. */
export function notBlank(given: string | undefined, field: string): string {
  const text = (given ?? "").trim();
  if (text === "") throw fail("PARAMS_INVALID", { field, reason: "must not be blank" });
  return text;
}

/** Marks that turn the direction of what follows or break its line, and control characters: with them one name reads as another. */
const unseen = /[\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** A name as it is kept: on one line, without blanks around it and without marks that nobody sees. */
export const plainName = (name: string): string =>
  name
    .replace(unseen, "")
    .replace(/\p{Cc}+/gu, " ")
    .trim();

const turning = /[\u202a-\u202e\u2066-\u2069]/g;

/** A text as it is kept and sent, lines and all, without the marks that turn around how what follows is read. */
export const plainText = (text: string): string => text.replace(turning, "");
