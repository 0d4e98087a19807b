import type { Selectable } from "kysely";
import type { Business as BusinessTable } from "../db.gen.ts";
import type { Db } from "../db.ts";

// What other services say and orders need: rates of tax, the senders of receipts, names of staff.

export type Business = Omit<Selectable<BusinessTable>, "companyId" | "version">;

export async function findBusiness(db: Db, businessId: string): Promise<Business | null> {
  const row = await db
    .selectFrom("business")
    .select(["businessId", "name", "zone", "currency", "country", "phone", "email", "address"])
    .where("companyId", "=", db.companyId)
    .where("businessId", "=", businessId)
    .executeTakeFirst();
  return row ?? null;
}

/** Where an order is; empty while its business is not known here. */
export async function countryOfOrder(db: Db, orderId: string): Promise<string> {
  const row = await db
    .selectFrom("business as b")
    .innerJoin("orders as o", (join) => join.onRef("o.companyId", "=", "b.companyId").onRef("o.businessId", "=", "b.businessId"))
    .select("b.country")
    .where("b.companyId", "=", db.companyId)
    .where("o.companyId", "=", db.companyId)
    .where("o.orderId", "=", orderId)
    .executeTakeFirst();
  return row?.country ?? "";
}

export type TaxRule = { name: string; rate: string };
export type TaxRules = ReadonlyMap<string, TaxRule>;

export async function taxRules(db: Db, taxIds: readonly string[]): Promise<TaxRules> {
  const ids = [...new Set(taxIds)].filter((id) => id !== "0" && id !== "");
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("taxRule")
    .select(["taxId", "name", "rate"])
    .where("companyId", "=", db.companyId)
    .where("taxId", "in", ids)
    .execute();
  return new Map(rows.map(({ taxId, ...rule }) => [taxId, rule]));
}

/** Those of the services on which no tip is reckoned; a service that is not known here yet takes tips. */
export async function tipless(db: Db, serviceIds: readonly string[]): Promise<ReadonlySet<string>> {
  const ids = [...new Set(serviceIds)].filter((id) => id !== "0" && id !== "");
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom("service")
    .select("serviceId")
    .where("companyId", "=", db.companyId)
    .where("serviceId", "in", ids)
    .where("canTip", "=", false)
    .execute();
  return new Set(rows.map(({ serviceId }) => serviceId));
}

/** Those of the services that are the company's, deleted ones too. */
export async function knownServices(db: Db, serviceIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom("service")
    .select("serviceId")
    .where("companyId", "=", db.companyId)
    .where("serviceId", "in", [...serviceIds])
    .execute();
  return new Set(rows.map(({ serviceId }) => serviceId));
}

export async function staffName(db: Db, staffId: string): Promise<string | null> {
  if (staffId === "0") return "";
  const row = await db
    .selectFrom("staff")
    .select("name")
    .where("companyId", "=", db.companyId)
    .where("staffId", "=", staffId)
    .executeTakeFirst();
  return row?.name ?? null;
}
