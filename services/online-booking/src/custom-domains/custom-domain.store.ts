import { mustExist, rowsOf, type Tx, unlessTaken } from "@leashline/kit";
import { CustomDomainState as State } from "@leashline/proto/leashline/online_booking/v1/custom_domain_pb.js";
import type { Selectable, Updateable } from "kysely";
import type { DB, Db } from "../db.ts";
import { FOLLOWED_MS } from "./custom-domain.ts";

export type DomainRow = Selectable<DB["customDomain"]>;

export const readDomain = (db: Db, businessId: string): Promise<DomainRow | undefined> =>
  db.selectFrom("customDomain").selectAll().where("companyId", "=", db.companyId).where("businessId", "=", businessId).executeTakeFirst();

/** Its domain while that is live. */
export const liveDomainOf = async (db: Db, businessId: string): Promise<string> => {
  const row = await readDomain(db, businessId);
  return row?.state === State.LIVE ? row.domain : "";
};

/** Whose page a domain shows, of whatever company. */
export type Holder = { companyId: string; businessId: string; bookOnlineName: string };

export async function findLive(db: Db, domain: string): Promise<Holder | null> {
  const [row] = await rowsOf<Holder>(db, "select company_id, business_id, book_online_name from live_domain($1)", [domain]);
  return row ?? null;
}

/** Another domain, or none: it begins anew, with the token that the business had. */
export async function putDomain(tx: Tx<DB>, businessId: string, { domain, token }: { domain: string; token: string }, now: Date) {
  tx.lock([`custom-domain:${businessId}`]);
  const before = await readDomain(tx.db, businessId);
  if ((before?.domain ?? "") === domain) return { before, after: undefined };
  const change = {
    ...{ domain, state: domain === "" ? State.UNSPECIFIED : State.WAITING, followedUntil: new Date(now.getTime() + FOLLOWED_MS) },
    ...{ proof: 0, pointing: 0, pointsTo: "", moved: false, askedTime: null, checkTime: null, missingSince: null },
  };
  const after = await tx.db
    .insertInto("customDomain")
    .values({ companyId: tx.ctx.companyId, businessId, token, ...change })
    .onConflict((conflict) => conflict.columns(["companyId", "businessId"]).doUpdateSet(change))
    .returningAll()
    .executeTakeFirstOrThrow();
  return { before, after };
}

/** Of several who would ask DNS at the same moment one does. False: somebody has since `since`, or there is no domain. */
export async function beginCheck({ ctx, db }: Tx<DB>, businessId: string, since: Date): Promise<boolean> {
  const begun = await db
    .updateTable("customDomain")
    .set({ askedTime: new Date() })
    .where("companyId", "=", ctx.companyId)
    .where("businessId", "=", businessId)
    .where("state", "<>", State.UNSPECIFIED)
    .where((eb) => eb.or([eb("askedTime", "is", null), eb("askedTime", "<", since)]))
    .executeTakeFirst();
  return begun.numUpdatedRows > 0n;
}

/** Writes how the domain stands, unless it is another one by now. NAME_IN_USE where another business's went live at the same moment. */
export async function noteDomain(tx: Tx<DB>, row: DomainRow, change: Updateable<DB["customDomain"]>): Promise<DomainRow | undefined> {
  const changed = tx.db
    .updateTable("customDomain")
    .set(change)
    .where("companyId", "=", tx.ctx.companyId)
    .where("businessId", "=", row.businessId)
    .where("domain", "=", row.domain)
    .where("state", "=", row.state)
    .where("moved", "=", row.moved)
    .returningAll()
    .executeTakeFirst();
  return await unlessTaken(changed, { custom_domain_live: ["NAME_IN_USE", "customDomainName"] });
}

/** What the page says of its own address is another: whoever keeps it in memory reads it anew. Before the domain is written, as where its business sets it: so none waits for the other. */
export function pageChanged(tx: Tx<DB>, businessId: string): void {
  tx.write(
    tx.db
      .updateTable("setting")
      .set((eb) => ({ pageVersion: eb("pageVersion", "+", "1") }))
      .where("companyId", "=", tx.ctx.companyId)
      .where("businessId", "=", businessId),
  );
}

export const mustHaveDomain = (row: DomainRow | undefined): DomainRow => mustExist(row?.domain ? row : undefined, "customDomain");
