import { asTenant, type Ctx, ErrorCode, Refusal, type Tx } from "@leashline/kit";
import { CustomDomainState as State } from "@leashline/proto/leashline/online_booking/v1/custom_domain_pb.js";
import { command, type DB, query } from "../db.ts";
import { type DomainRow, findLive, noteDomain, pageChanged, readDomain } from "./custom-domain.store.ts";
import { type Found, goesLive, standingAfter } from "./custom-domain.ts";
import { lookAt } from "./dns.ts";

/** Who else proves the domain within one check: each may win it for a moment. */
const MOST_TURNS = 3;

/** The host of an address that a domain is to lead to. */
export const targetOf = ({ runtime }: Pick<Ctx, "runtime">): string => new URL(runtime.config.publicUrl).hostname;

type Checking = { isAskedFor: boolean; follow: (tx: Tx<DB>, row: DomainRow) => void };

/** Asks DNS and writes what follows. `isAskedFor`: by a person; `follow` plans the next time. */
export async function check(ctx: Ctx, row: DomainRow, how: Checking): Promise<void> {
  const found = await lookAt(ctx.runtime, { domain: row.domain, token: row.token, target: targetOf(ctx) });
  for (let turn = 1; ; turn++) {
    if (goesLive(row, found, how.isAskedFor)) await takeFromOthers(ctx, row);
    try {
      await command(ctx, (tx) => note(tx, row, found, how), { step: `check ${turn}` });
      return;
    } catch (error) {
      const isOthers = error instanceof Refusal && error.code === ErrorCode.NAME_IN_USE;
      if (!isOthers || turn === MOST_TURNS) throw error;
    }
  }
}

async function note(tx: Tx<DB>, row: DomainRow, found: Found, { isAskedFor, follow }: Checking): Promise<object> {
  const { businessId } = row;
  const now = new Date();
  const standing = standingAfter(row, found, { now, isAskedFor });
  const isNew = standing.state !== row.state;
  if (isNew) pageChanged(tx, businessId);
  const after = await noteDomain(tx, row, { ...found, ...standing, checkTime: now });
  if (!after) return {};
  if (isNew) tx.log({ entity: "custom_domain", id: businessId, action: "check", before: row, after, businessId });
  tx.notify("online_booking.setting", { businessId });
  follow(tx, after);
  return {};
}

/** A domain shows the page of whoever proved it last: on another business's it breaks first. */
async function takeFromOthers(ctx: Ctx, { domain, ...own }: DomainRow): Promise<void> {
  const holder = await query(ctx, (db) => findLive(db, domain));
  if (!holder || (holder.companyId === ctx.companyId && holder.businessId === own.businessId)) return;
  const { businessId } = holder;
  const theirs = asTenant({ runtime: ctx.runtime }, { companyId: holder.companyId, businessId, name: "Domain check" });
  const before = await query(theirs, (db) => readDomain(db, businessId));
  if (before?.domain !== domain || before.state !== State.LIVE) return;
  await command(theirs, async (tx) => {
    pageChanged(tx, businessId);
    const after = await noteDomain(tx, before, { state: State.BROKEN, moved: true });
    if (!after) return {};
    tx.log({ entity: "custom_domain", id: businessId, action: "moved", before, after, businessId });
    tx.notify("online_booking.setting", { businessId });
    return {};
  });
}
