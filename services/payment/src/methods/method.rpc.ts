import { type Ctx, consumer, fail, implement, type Tx } from "@leashline/kit";
import { BusinessChangedSchema } from "@leashline/proto/leashline/account/v1/events_pb.js";
import { PaymentMethodService } from "@leashline/proto/leashline/payment/v1/payment_method_pb.js";
import type { DB } from "../db.gen.ts";
import { command, query } from "../db.ts";
import { insertPrefab, listMethods, lockMethods, type MethodRow, nextSort } from "./method.store.ts";
import { isTaken } from "./method.ts";

const message = (row: MethodRow) => ({
  id: row.methodId,
  businessId: row.businessId,
  name: row.name,
  type: row.prefab ? "prefab" : "custom",
  inactive: row.inactive,
  sort: row.sort,
  kind: row.kind,
});

const businessOf = (req: { businessId: string }, ctx: Ctx): string => (req.businessId !== "0" ? req.businessId : ctx.businessId);

// The methods of the row's business, held, and the row among them.
async function held(tx: Tx<DB>, methodId: string): Promise<{ row: MethodRow; all: MethodRow[] }> {
  const found = await tx.db.selectFrom("paymentMethod").select("businessId").where("methodId", "=", methodId).executeTakeFirst();
  const all = found ? await lockMethods(tx, found.businessId) : [];
  const row = all.find((method) => method.methodId === methodId);
  const { caller } = tx.ctx;
  if (!row || (caller.via === "" && !caller.businessIds.includes(row.businessId))) throw fail("NOT_FOUND", { field: "id" });
  return { row, all };
}

function mustBeFree(all: readonly MethodRow[], name: string, own = ""): void {
  const others = all.filter((row) => row.methodId !== own);
  if (isTaken(others, name)) throw fail("NAME_IN_USE", { field: "method" });
}

function mustBeCustom(row: MethodRow, reason: string): void {
  if (row.prefab) throw fail("STATE_CONFLICT", { field: "id", message: reason });
}

// At least one method stays open.
const isLast = (all: readonly MethodRow[], row: MethodRow): boolean => !all.some((other) => other !== row && !other.inactive);

async function update(tx: Tx<DB>, row: MethodRow, set: Partial<Pick<MethodRow, "name" | "inactive" | "sort">>): Promise<MethodRow> {
  const next = { ...row, ...set };
  await tx.db.updateTable("paymentMethod").set(set).where("methodId", "=", row.methodId).execute();
  tx.log({
    entity: "payment_method",
    id: row.methodId,
    action: "update",
    businessId: row.businessId,
    before: message(row),
    after: message(next),
  });
  tx.notify("payment.methods", { businessId: row.businessId, ids: [row.methodId] });
  return next;
}

async function insert(tx: Tx<DB>, businessId: string, name: string): Promise<MethodRow> {
  await insertPrefab(tx, businessId);
  mustBeFree(await lockMethods(tx, businessId), name);
  const sort = await nextSort(tx, businessId);
  const row = await tx.db
    .insertInto("paymentMethod")
    .values({ companyId: tx.ctx.companyId, businessId: businessId, name, kind: "custom", sort })
    .returningAll()
    .executeTakeFirstOrThrow();
  tx.log({ entity: "payment_method", id: row.methodId, action: "create", businessId, after: message(row) });
  tx.notify("payment.methods", { businessId, ids: [row.methodId] });
  return row;
}

export const methodRpc = implement(PaymentMethodService, {
  listPaymentMethods: async (req, ctx) => {
    const rows = await query(ctx, (db) => listMethods(db, businessOf(req, ctx)));
    return { paymentMethods: rows.map(message) };
  },

  createPaymentMethod: async (req, ctx) =>
    command(ctx, async (tx) => ({ paymentMethod: message(await insert(tx, businessOf(req, ctx), req.method.trim())) })),

  updatePaymentMethod: async (req, ctx) =>
    command(ctx, async (tx) => {
      const { row, all } = await held(tx, req.id);
      mustBeCustom(row, "Card, cash and check keep their names.");
      mustBeFree(all, req.method.trim(), row.methodId);
      return { paymentMethod: message(await update(tx, row, { name: req.method.trim() })) };
    }),

  setPaymentMethodStatus: async (req, ctx) =>
    command(ctx, async (tx) => {
      const { row, all } = await held(tx, req.id);
      if (req.inactive && isLast(all, row)) throw fail("LAST_PAYMENT_METHOD_CLOSE");
      return { paymentMethod: message(await update(tx, row, { inactive: req.inactive === true })) };
    }),

  sortPaymentMethods: async (req, ctx) =>
    command(ctx, async (tx) => {
      const all = await lockMethods(tx, businessOf(req, ctx));
      const place = (row: MethodRow): number =>
        req.idList.includes(row.methodId) ? req.idList.indexOf(row.methodId) : req.idList.length + row.sort;
      const sorted = [...all].sort((a, b) => place(a) - place(b));
      const rows: MethodRow[] = [];
      for (const [sort, row] of sorted.entries()) rows.push(row.sort === sort ? row : await update(tx, row, { sort }));
      return { paymentMethods: rows.map(message) };
    }),

  deletePaymentMethod: async (req, ctx) =>
    command(ctx, async (tx) => {
      const { row, all } = await held(tx, req.id);
      if (isLast(all, row)) throw fail("LAST_PAYMENT_METHOD_DELETE");
      mustBeCustom(row, "Card, cash and check cannot be deleted. Close them instead.");
      const gone = { deletedAt: new Date(), deletedBy: ctx.caller.accountId };
      await tx.db.updateTable("paymentMethod").set(gone).where("methodId", "=", row.methodId).execute();
      tx.log({ entity: "payment_method", id: row.methodId, action: "delete", businessId: row.businessId, before: message(row) });
      tx.notify("payment.methods", { businessId: row.businessId, ids: [row.methodId] });
      return {};
    }),
});

// A new business starts with card, cash and check; its zone decides what day money belongs to.
const businessChanged = consumer(BusinessChangedSchema, async (tx: Tx<DB>, event) => {
  const facts = { zone: event.timezoneName, currency: event.currencyCode };
  await tx.db
    .insertInto("business")
    .values({ companyId: tx.ctx.companyId, businessId: event.businessId, ...facts })
    .onConflict((oc) => oc.columns(["companyId", "businessId"]).doUpdateSet(facts))
    .execute();
  tx.lock([`payment-methods:${event.businessId}`]);
  await insertPrefab(tx, event.businessId);
});

export const methodConsumers = [businessChanged];
