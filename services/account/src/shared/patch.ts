import type { DescMessage, Message } from "@bufbuild/protobuf";
import { ScalarType } from "@bufbuild/protobuf";
import type { FieldMask } from "@bufbuild/protobuf/wkt";
import { named } from "@leashline/kit";

/** The columns an update sets, from the fields it names; those that are called otherwise in the table are given apart. A field that is named and not sent goes back to its zero. */
export function patchOf<F extends string, C extends string = never>(
  schema: DescMessage,
  request: Message & { updateMask?: FieldMask },
  columns: readonly F[],
  renamed: Readonly<Record<string, C>> = {},
): Partial<Record<F | C, never>> {
  const fields = request as unknown as Record<string, unknown>;
  const patch: Record<string, unknown> = {};
  for (const field of named(schema, request, request.updateMask)) {
    const column = renamed[field] ?? columns.find((one) => one === field);
    if (column) patch[column] = fields[field] ?? zeroOf(schema, field);
  }
  return patch as Partial<Record<F | C, never>>;
}

function zeroOf(schema: DescMessage, name: string): unknown {
  const field = schema.field[name];
  if (field?.fieldKind === "enum") return 0;
  if (field?.fieldKind !== "scalar") return null;
  if (field.scalar === ScalarType.STRING) return "";
  if (field.scalar === ScalarType.BOOL) return false;
  return field.scalar === ScalarType.INT64 ? "0" : 0;
}
