import type { Page } from "@leashline/kit";
import { type Insertable, type Selectable, sql } from "kysely";
import type { CashAdjustment } from "../db.gen.ts";
import type { Db } from "../db.ts";
import type { AdjustmentKind } from "./cash-drawer.ts";

export type AdjustmentRow = Omit<Selectable<CashAdjustment>, "amount" | "kind"> & {
  amount: bigint;
  kind: AdjustmentKind;
  currency: string;
  undone: boolean;
};

type Named = { businessIds: readonly string[] | null; drawerId: string };

// Each with the currency of its drawer, and whether another one undid it.
function named(db: Db, { businessIds, drawerId }: Named) {
  let from = db
    .selectFrom("cashAdjustment as a")
    .innerJoin("cashDrawer as d", (join) => join.onRef("d.companyId", "=", "a.companyId").onRef("d.drawerId", "=", "a.drawerId"))
    .where("a.companyId", "=", db.companyId);
  if (businessIds) from = from.where("a.businessId", "=", sql<string>`any(${businessIds}::bigint[])`);
  if (drawerId !== "0") from = from.where("a.drawerId", "=", drawerId);
  return from;
}

const shown = (from: ReturnType<typeof named>) =>
  from
    .selectAll("a")
    .select("d.currency")
    .select(
      sql<boolean>`exists (select from cash_adjustment u where u.company_id = a.company_id and u.undoes = a.adjustment_id)`.as("undone"),
    );

type Raw = Selectable<CashAdjustment> & { currency: string; undone: boolean };
const read = (row: Raw): AdjustmentRow => ({ ...row, amount: BigInt(row.amount), kind: row.kind as AdjustmentKind });

export async function findAdjustment(db: Db, adjustmentId: string): Promise<AdjustmentRow | null> {
  const row = await shown(named(db, { businessIds: null, drawerId: "0" }))
    .where("a.adjustmentId", "=", adjustmentId)
    .executeTakeFirst();
  return row ? read(row) : null;
}

export async function listAdjustments(db: Db, of: Named, { after, offset, limit }: Page): Promise<AdjustmentRow[]> {
  const from = shown(named(db, of)).orderBy("a.adjustmentId", "desc").limit(limit);
  const rows = await (after ? from.where("a.adjustmentId", "<", after[0] ?? "0") : from.offset(offset)).execute();
  return rows.map(read);
}

export async function countAdjustments(db: Db, of: Named): Promise<number> {
  const row = await named(db, of).select(sql<string>`count(*)`.as("n")).executeTakeFirstOrThrow();
  return Number(row.n);
}

export type NewAdjustment = Omit<Insertable<CashAdjustment>, "companyId" | "kind"> & { kind: AdjustmentKind };

export async function insertAdjustment(db: Db, adjustment: NewAdjustment): Promise<string> {
  const { adjustmentId } = await db
    .insertInto("cashAdjustment")
    .values({ ...adjustment, companyId: db.companyId })
    .returning("adjustmentId")
    .executeTakeFirstOrThrow();
  return adjustmentId;
}
