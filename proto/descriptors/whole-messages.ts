import { type DescMessage, getOption } from "@bufbuild/protobuf";
import { whole } from "@leashline/proto/leashline/options/v1/access_pb.js";

/** Null for a message of which more may be said than is known; reading the option itself is too much for every message of every call. */
const namesOf = new WeakMap<DescMessage, ReadonlySet<string> | null>();

function allNames(desc: DescMessage): ReadonlySet<string> | null {
  const names = getOption(desc, whole) ? new Set(desc.fields.flatMap(({ name, jsonName }) => [name, jsonName])) : null;
  namesOf.set(desc, names);
  return names;
}

/** The first name in JSON that a message has no field for, where leaving it out would change what is asked for. */
export function strangeName(desc: DescMessage, json: object): string | undefined {
  const cached = namesOf.get(desc);
  const known = cached === undefined ? allNames(desc) : cached;
  return known === null ? undefined : Object.keys(json).find((name) => !known.has(name));
}

export const STRANGE = "is not known here, and what it asks for cannot be left out";
