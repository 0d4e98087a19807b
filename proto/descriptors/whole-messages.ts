import { type DescMessage, getOption } from "@bufbuild/protobuf";
import { whole } from "@leashline/proto/leashline/options/v1/access_pb.js";

const namesOf = new WeakMap<DescMessage, ReadonlySet<string>>();

/** The first name in JSON that a message has no field for, where leaving it out would change what is asked for. */
export function strangeName(desc: DescMessage, json: object): string | undefined {
  if (!getOption(desc, whole)) return undefined;
  const known = namesOf.get(desc) ?? new Set(desc.fields.flatMap(({ name, jsonName }) => [name, jsonName]));
  namesOf.set(desc, known);
  return Object.keys(json).find((name) => !known.has(name));
}

export const STRANGE = "is not known here, and what it asks for cannot be left out";
