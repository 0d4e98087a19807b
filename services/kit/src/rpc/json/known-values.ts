import type { DescEnum, DescField, DescMessage } from "@bufbuild/protobuf";
import { STRANGE, strangeName } from "@leashline/proto/descriptors/whole-messages.ts";
import { fail } from "../../errors.ts";

type Look = (json: unknown, at: string) => void;
type Bag = Record<string, unknown>;

const compiled = new WeakMap<DescMessage, Look>();

/**
 * Reading JSON leaves out the name of an enum value that there is not, as if nothing had been said; whoever misspells one is told so instead. So is who names a field
 * that a message does not have, where that cannot be left out.
 */
export const mustKnowValues = (schema: DescMessage, json: unknown): void => lookOf(schema)(json, "");

function lookOf(schema: DescMessage): Look {
  const known = compiled.get(schema);
  if (known) return known;
  // Fields are compiled on first use, because a message may hold itself.
  let steps: (readonly [DescField, Look])[] | undefined;
  const look: Look = (json, at) => {
    if (json === null || typeof json !== "object") return;
    const strange = strangeName(schema, json);
    if (strange !== undefined) throw fail("PARAMS_INVALID", { field: at ? `${at}.${strange}` : strange, reason: STRANGE });
    steps ??= schema.fields.flatMap((field) => stepsOf(field));
    for (const [field, step] of steps) {
      const value = (json as Bag)[field.jsonName] ?? (json as Bag)[field.name];
      if (value !== undefined && value !== null) step(value, at ? `${at}.${field.jsonName}` : field.jsonName);
    }
  };
  compiled.set(schema, look);
  return look;
}

function stepsOf(field: DescField): (readonly [DescField, Look])[] {
  const one = field.enum ? namedBy(field.enum) : field.message?.typeName.startsWith("leashline.") ? lookOf(field.message) : undefined;
  if (!one) return [];
  if (field.fieldKind === "list") return [[field, each(one)]];
  if (field.fieldKind === "map") return [[field, inEach(one)]];
  return [[field, one]];
}

const each =
  (one: Look): Look =>
  (json, at) => {
    if (Array.isArray(json)) json.forEach((item, index) => void one(item, `${at}.${index}`));
  };

const inEach =
  (one: Look): Look =>
  (json, at) => {
    if (json !== null && typeof json === "object") for (const [key, item] of Object.entries(json)) one(item, `${at}.${key}`);
  };

function namedBy(desc: DescEnum): Look {
  const names = new Set(desc.values.map(({ name }) => name));
  const prefix = desc.sharedPrefix?.toUpperCase() ?? "";
  return (json, at) => {
    if (typeof json !== "string" || names.has(json)) return;
    const meant = `${prefix}${json.toUpperCase()}`;
    const reason = names.has(meant) ? `no value of this name, use ${meant}` : "no value of this name";
    throw fail("PARAMS_INVALID", { field: at, reason });
  };
}
