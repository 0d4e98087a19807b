import { fail } from "@leashline/kit";
import { ImportStatus } from "@leashline/proto/leashline/customer/v1/import_pb.js";
import type { Selectable } from "kysely";
import type { Import as ImportTable } from "../db.gen.ts";
import type { Format, Mapped } from "./reading/detect.ts";
import { isField } from "./reading/fields.ts";
import type { WeightUnit } from "./reading/values.ts";

export type ImportRow = Omit<Selectable<ImportTable>, "format" | "mapping" | "weightUnit"> & {
  format: Format;
  mapping: Mapped[];
  /** The business's own; empty until a pass has begun. */
  weightUnit: WeightUnit | "";
};
export type Pass = "check" | "run" | "rollback";

/** 100 MB. */
export const mostBytes = 100 * 1024 * 1024;

const { READY, CHECKED, STOPPED, FAILED, DONE } = ImportStatus;
/** From which states a pass may begin; a run from STOPPED or FAILED goes on where it stood. */
const begins: Record<Pass, readonly ImportStatus[]> = {
  check: [READY, CHECKED],
  run: [READY, CHECKED, STOPPED, FAILED],
  rollback: [DONE, STOPPED, FAILED],
};
export const running: Record<Pass, ImportStatus> = {
  check: ImportStatus.CHECKING,
  run: ImportStatus.RUNNING,
  rollback: ImportStatus.ROLLING_BACK,
};
export const finished: Record<Pass, ImportStatus> = {
  check: ImportStatus.CHECKED,
  run: ImportStatus.DONE,
  rollback: ImportStatus.ROLLED_BACK,
};

export function mustBegin(row: ImportRow, pass: Pass): void {
  if (!begins[pass].includes(row.status))
    throw fail("STATE_CONFLICT", { field: "importId", facts: { status: ImportStatus[row.status] ?? "" } });
}

/** Whether a run continues one that was stopped or failed; a failed dry run or roll back is no run. */
export const goesOn = (row: ImportRow, pass: Pass): boolean =>
  pass === "run" && row.pass === "run" && (row.status === STOPPED || row.status === FAILED);

/** A mapping names columns of the file and known fields, each field once, and says at least what a client or a pet is called. */
export function checkedMapping(row: ImportRow, mapping: readonly { column: number; field: string; confidence: number }[]): Mapped[] {
  if (mapping.length === 0) return row.mapping;
  const bad = (reason: string) => fail("PARAMS_INVALID", { field: "mapping", reason });
  const used = new Set<string>();
  const chosen = mapping.map(({ column, field, confidence }): Mapped => {
    if (column < 0 || column >= row.format.columns.length) throw bad(`there is no column ${column}`);
    if (field === "") return { column, field: "", confidence };
    if (!isField(field)) throw bad(`there is no field ${field}`);
    if (used.has(field)) throw bad(`${field} is chosen twice`);
    used.add(field);
    return { column, field, confidence };
  });
  return chosen;
}

const naming = ["first_name", "last_name", "full_name", "email", "phone_number", "pet_name", "license_number", "client_external_id"];
export function mustName(mapping: readonly Mapped[]): void {
  if (!mapping.some((m) => naming.includes(m.field)))
    throw fail("PARAMS_INVALID", { field: "mapping", reason: "choose a column for the client's or the pet's name first" });
}
