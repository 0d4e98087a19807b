import type { ImportRow } from "./import.ts";
import { weightUnitIn } from "./reading/values.ts";

export type ColumnNote = { column: number; name: string; note: string };

/** What becomes of whole columns, so that nothing of the file is left out or changed in silence. */
export function columnNotesOf({ format, mapping, weightUnit }: Pick<ImportRow, "format" | "mapping" | "weightUnit">): ColumnNote[] {
  return (format.columns ?? []).flatMap(({ index, name }) => {
    const field = mapping.find((one) => one.column === index)?.field;
    const unit = field === "weight" ? weightUnitIn(name) : null;
    if (!field) return [{ column: index, name, note: "not imported" }];
    return unit && weightUnit && unit !== weightUnit ? [{ column: index, name, note: `${unit} converted to ${weightUnit}` }] : [];
  });
}
