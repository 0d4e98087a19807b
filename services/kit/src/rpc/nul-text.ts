import { type DescField, type DescMessage, type Message, ScalarType } from "@bufbuild/protobuf";
import { type Bag, placeOf } from "../money/place-of.ts";

/** The character no database stores in a text, nor in JSON. */
export const NUL = "\0";

/** Where a message holds it, from a path on; null where it does not. */
type Find = (message: Bag, at: string) => string | null;
const compiled = new WeakMap<DescMessage, Find>();

/** Where in a request a text holds it, as fields are named in refusals; null where none does. */
export const nulIn = (schema: DescMessage, message: Message): string | null => findOf(schema)(message as unknown as Bag, "");

function findOf(schema: DescMessage): Find {
  const known = compiled.get(schema);
  if (known) return known;
  // Fields are compiled on first use, because a message may hold itself.
  let steps: Find[] | undefined;
  const find: Find = (message, at) => {
    steps ??= schema.fields.flatMap((field) => stepOf(field) ?? []);
    for (const step of steps) {
      const place = step(message, at);
      if (place !== null) return place;
    }
    return null;
  };
  compiled.set(schema, find);
  return find;
}

function stepOf(field: DescField): Find | undefined {
  const { message: inner, localName } = field;
  const isText = field.scalar === ScalarType.STRING;
  const hasTextKeys = field.fieldKind === "map" && field.mapKey === ScalarType.STRING;
  if (!inner && !isText && !hasTextKeys) return undefined;
  const one = (value: unknown, at: string): string | null => {
    if (inner) return findOf(inner)(value as Bag, at);
    return isText && (value as string).includes(NUL) ? at : null;
  };
  const { place, name } = placeOf(field);
  return (message, at) => {
    const value = place(message)?.[name];
    if (value === undefined) return null;
    const path = at ? `${at}.${localName}` : localName;
    if (field.fieldKind !== "list" && field.fieldKind !== "map") return one(value, path);
    for (const [key, item] of Object.entries(value as Bag)) {
      const found = key.includes(NUL) ? path : one(item, `${path}.${key}`);
      if (found !== null) return found;
    }
    return null;
  };
}
