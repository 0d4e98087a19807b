import type { Tx } from "@leashline/kit";
import { LodgingTypeChangedSchema, LodgingUnitChangedSchema } from "@leashline/proto/leashline/offering/v1/events_pb.js";
import type { DB } from "../db.ts";
import { toLodgingType, toLodgingUnit } from "./lodging.mapper.ts";
import type { LodgingTypeRow } from "./lodging-type.store.ts";
import type { LodgingUnitRow } from "./lodging-unit.store.ts";

export const typeChanged = (row: LodgingTypeRow) => ({ lodgingType: toLodgingType(row), deleted: row.deletedAt !== null });
export const unitChanged = (row: LodgingUnitRow) => ({ lodgingUnit: toLodgingUnit(row), deleted: row.deletedAt !== null });

/** A type as it is now goes to the other services, into the log and to open screens. */
export function tellType(tx: Tx<DB>, action: string, row: LodgingTypeRow, before?: LodgingTypeRow): void {
  tx.emit(LodgingTypeChangedSchema, typeChanged(row), { key: `lodging-type:${row.id}` });
  tx.log({ entity: "lodging type", id: row.id, action, after: row, ...(before && { before }) });
  tx.notify("offering.lodging", { ids: [row.id] });
}

/** The same of a unit. */
export function tellUnit(tx: Tx<DB>, action: string, row: LodgingUnitRow, before?: LodgingUnitRow): void {
  const { id, businessId } = row;
  tx.emit(LodgingUnitChangedSchema, unitChanged(row), { key: `lodging-unit:${id}` });
  tx.log({ entity: "lodging unit", id, action, businessId, after: row, ...(before && { before }) });
  tx.notify("offering.lodging", { businessId, ids: [id] });
}
