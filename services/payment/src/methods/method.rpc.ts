import { type Ctx, fail, implement, mustExistFor, type Tx } from "@leashline/kit";
import { PaymentMethodService } from "@leashline/proto/leashline/payment/v1/payment_method_pb.js";
import { command, type DB, query } from "../db.ts";
import { toMethod } from "./method.mapper.ts";
import {
  businessOfMethod,
  insertCustom,
  insertPrefab,
  listMethods,
  lockMethods,
  type MethodChange,
  type MethodRow,
  updateMethod,
} from "./method.store.ts";
import { isLastOpen, isTaken, sortedBy } from "./method.ts";

const businessOf = (req: { businessId: string }, ctx: Ctx): string => (req.businessId !== "0" ? req.businessId : ctx.businessId);

/** The methods of the row's business, locked, and the row among them. */
async function locked(tx: Tx<DB>, methodId: string): Promise<{ row: MethodRow; all: MethodRow[] }> {
  const businessId = await businessOfMethod(tx.db, methodId);
  const all = businessId ? await lockMethods(tx, businessId) : [];
  const row = all.find((method) => method.methodId === methodId);
  return { row: mustExistFor(tx.ctx, row, "id"), all };
}

function mustBeFree(all: readonly MethodRow[], name: string, own = ""): void {
  const others = all.filter((row) => row.methodId !== own);
  if (isTaken(others, name)) throw fail("NAME_IN_USE", { field: "method" });
}

function mustBeCustom(row: MethodRow, reason: string): void {
  if (row.prefab) throw fail("STATE_CONFLICT", { field: "id", message: reason });
}

type Logged = { action: "create" | "update" | "delete"; before?: MethodRow; after?: MethodRow };

function logChange(tx: Tx<DB>, { methodId, businessId }: MethodRow, { action, before, after }: Logged): void {
  tx.log({
    entity: "payment_method",
    id: methodId,
    action,
    businessId,
    ...(before ? { before: toMethod(before) } : {}),
    ...(after ? { after: toMethod(after) } : {}),
  });
  tx.notify("payment.methods", { businessId, ids: [methodId] });
}

async function change(tx: Tx<DB>, row: MethodRow, set: MethodChange): Promise<MethodRow> {
  const next = { ...row, ...set };
  await updateMethod(tx.db, row.methodId, set);
  logChange(tx, row, { action: "update", before: row, after: next });
  return next;
}

async function create(tx: Tx<DB>, businessId: string, name: string): Promise<MethodRow> {
  await insertPrefab(tx.db, businessId);
  mustBeFree(await lockMethods(tx, businessId), name);
  const row = await insertCustom(tx.db, businessId, name);
  logChange(tx, row, { action: "create", after: row });
  return row;
}

export const methodRpc = implement(PaymentMethodService, {
  async listPaymentMethods(req, ctx) {
    const rows = await query(ctx, (db) => listMethods(db, businessOf(req, ctx)));
    return { paymentMethods: rows.map(toMethod) };
  },

  async createPaymentMethod(req, ctx) {
    return await command(ctx, async (tx) => ({ paymentMethod: toMethod(await create(tx, businessOf(req, ctx), req.method.trim())) }));
  },

  async updatePaymentMethod(req, ctx) {
    return await command(ctx, async (tx) => {
      const { row, all } = await locked(tx, req.id);
      mustBeCustom(row, "Card, cash and check keep their names.");
      mustBeFree(all, req.method.trim(), row.methodId);
      return { paymentMethod: toMethod(await change(tx, row, { name: req.method.trim() })) };
    });
  },

  async setPaymentMethodStatus(req, ctx) {
    return await command(ctx, async (tx) => {
      const { row, all } = await locked(tx, req.id);
      if (req.inactive && isLastOpen(all, row)) throw fail("LAST_PAYMENT_METHOD_CLOSE");
      return { paymentMethod: toMethod(await change(tx, row, { inactive: req.inactive === true })) };
    });
  },

  async sortPaymentMethods(req, ctx) {
    return await command(ctx, async (tx) => {
      const sorted = sortedBy(await lockMethods(tx, businessOf(req, ctx)), req.idList);
      const rows: MethodRow[] = [];
      for (const [sort, row] of sorted.entries()) rows.push(row.sort === sort ? row : await change(tx, row, { sort }));
      return { paymentMethods: rows.map(toMethod) };
    });
  },

  async deletePaymentMethod(req, ctx) {
    return await command(ctx, async (tx) => {
      const { row, all } = await locked(tx, req.id);
      if (isLastOpen(all, row)) throw fail("LAST_PAYMENT_METHOD_DELETE");
      mustBeCustom(row, "Card, cash and check cannot be deleted. Close them instead.");
      await updateMethod(tx.db, row.methodId, { deletedAt: new Date(), deletedBy: ctx.caller.accountId });
      logChange(tx, row, { action: "delete", before: row });
      return {};
    });
  },
});
