import type { DescMessage, Message } from "@bufbuild/protobuf";
import { ScalarType } from "@bufbuild/protobuf";
import type { FieldMask } from "@bufbuild/protobuf/wkt";
import { named } from "@leashline/kit";

/** The columns an update sets, from the fields it names. A field that is named and not sent goes back to its zero. */
export function patchOf<C extends string>(
  schema: DescMessage,
  request: Message & { updateMask?: FieldMask },
  columns: Readonly<Record<string, C>>,
): Partial<Record<C, never>> {
  const patch: Record<string, unknown> = {};
  for (const field of named(schema, request, request.updateMask)) {
    const column = columns[field];
    if (column) patch[column] = (request as unknown as Record<string, unknown>)[field] ?? zeroOf(schema, field);
  }
  return patch as Partial<Record<C, never>>;
}

function zeroOf(schema: DescMessage, name: string): unknown {
  const field = schema.field[name];
  if (field?.fieldKind === "enum") return 0;
  if (field?.fieldKind !== "scalar") return null;
  if (field.scalar === ScalarType.STRING) return "";
  if (field.scalar === ScalarType.BOOL) return false;
  return field.scalar === ScalarType.INT64 ? "0" : 0;
}
