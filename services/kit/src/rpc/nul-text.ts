import type { Message } from "@bufbuild/protobuf";

/** The character no database stores in a text, nor in JSON. */
export const NUL = "\0";

/** Where in a request a text holds it, as fields are named in refusals; null where none does. */
export const nulIn = (message: Message): string | null => found(message, "");

function found(value: unknown, at: string): string | null {
  if (typeof value === "string") return value.includes(NUL) ? at : null;
  if (typeof value !== "object" || value === null || value instanceof Uint8Array) return null;
  // Of a choice the field's name stands beside its value, not on the way to it.
  const choice = value as { case?: unknown; value?: unknown };
  if (typeof choice.case === "string")
    return found(choice.value, at === "" ? choice.case : `${at.slice(0, at.lastIndexOf(".") + 1)}${choice.case}`);
  for (const name in value) {
    if (name === "$typeName" || name === "$unknown") continue;
    if (name.includes(NUL)) return at;
    const place = found((value as Record<string, unknown>)[name], at === "" ? name : `${at}.${name}`);
    if (place !== null) return place;
  }
  return null;
}
