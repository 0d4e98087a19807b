import type { DescMessage, Message } from "@bufbuild/protobuf";
import { isFieldSet } from "@bufbuild/protobuf";
import type { FieldMask } from "@bufbuild/protobuf/wkt";
import { fail } from "./errors.ts";

/** Which fields an update names (camelCase): those of its mask, or every set field when there is none. */
export function named(schema: DescMessage, message: Message, mask: FieldMask | undefined): Set<string> {
  if (!mask || mask.paths.length === 0)
    return new Set(schema.fields.filter((field) => isFieldSet(message as never, field as never)).map((field) => field.localName));
  return new Set(
    mask.paths.map((path) => {
      const field = schema.fields.find((f) => f.name === path || f.localName === path || f.jsonName === path);
      if (!field) throw fail("PARAMS_INVALID", { field: "updateMask", reason: `there is no field ${path}` });
      return field.localName;
    }),
  );
}

/** Refuses an update made on a version that is no longer the current one; 0 means the caller did not look. */
export function mustBeCurrent(seen: number, current: number): void {
  if (seen !== 0 && seen !== current) throw fail("VERSION_CONFLICT", { facts: { version: String(current) } });
}
