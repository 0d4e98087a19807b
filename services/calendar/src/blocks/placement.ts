import { can, fail } from "@leashline/kit";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import type { Block } from "../cards/card.ts";
import { SlotConflict, type Wanted } from "../conflicts/slot-conflict.ts";
import type { CalendarTx } from "../db.ts";
import { type Days, dayKey, loadDays } from "../occupancy/days.store.ts";
import { over, staffLocks } from "../occupancy/resource-lock.ts";
import type { BusinessFacts } from "../projections/business.ts";
import { overlaps } from "../scheduling/minutes.ts";
import { blocked, type Conflict } from "../scheduling/verdict.ts";

/** What people say of a block. */
export type BlockFacts = Pick<Block, "staffId" | "date" | "start" | "end" | "description" | "colorCode">;

export function mustHaveLength({ start, end }: Pick<BlockFacts, "start" | "end">): void {
  if (end <= start) throw fail("PARAMS_INVALID", { field: "endTime", reason: "must be after the start" });
}

export const wantedOf = ({ staffId, date, start, end }: BlockFacts): Wanted => ({ staffId, date, start, end, pets: 0, serviceIds: [] });

/** The appointment or block that already has some of the time. Working hours do not matter. */
export function inTheWay(days: Days, asked: BlockFacts): Conflict | null {
  const found = days.get(dayKey(asked.staffId, asked.date))?.busy.find((one) => overlaps(one, asked));
  if (!found) return null;
  if (found.kind === "block") return blocked(found);
  return { kind: "existingBooking", why: "overlap", range: found, id: found.id, note: "" };
}

/** Whether the block lies over something; refused unless that is asked for and allowed. */
export function mayLie(tx: CalendarTx, days: Days, asked: BlockFacts, overbook: boolean): boolean {
  const conflict = inTheWay(days, asked);
  if (conflict && !(overbook && can(tx.ctx, Permission.OVERBOOK))) throw new SlotConflict(conflict, wantedOf(asked));
  return conflict !== null;
}

export type Looking = { tx: CalendarTx; business: BusinessFacts; asked: BlockFacts; ownId: string; overbook: boolean };

/** Locks the day and looks at it: whether the block lies over something. */
export async function lookAt({ tx, business, asked, ownId, overbook }: Looking): Promise<boolean> {
  const { staffId, date } = asked;
  tx.lock(staffLocks([staffId], date, business.zone));
  const question = { ...business, who: [staffId], from: date, to: date, ignoreBlockId: ownId, ...over(tx.ctx) };
  return mayLie(tx, await loadDays(tx.db, question), asked, overbook);
}

/** What giving several blocks their places takes. */
export type Storing = { tx: CalendarTx; business: BusinessFacts; overbook: boolean; wants: (wanted: Wanted) => void };
