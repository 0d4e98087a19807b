import { type Ctx, fail, fromWireDate, inList, mustBeCurrent, mustExist } from "@leashline/kit";
import type { MapAccountsRequest } from "@leashline/proto/leashline/payment/v1/accounting_service_pb.js";
import { command } from "../db.ts";
import { sendNow } from "./accounting.jobs.ts";
import { isLedgerAccount, isPerPerson } from "./accounting.ts";
import type { BooksAccount } from "./books.ts";
import { dropBefore } from "./journal.store.ts";
import { changeLink, type LinkRow, lockLink, type Mapping, replaceMappings } from "./link.store.ts";
import { answered, openBooks } from "./open-books.ts";

const refuse = (at: number, reason: string) => fail("PARAMS_INVALID", { field: inList("mappings", at, "externalAccountId"), reason });

/** As QuickBooks knows the accounts now, each ledger account at most once. */
export function chosen(mappings: MapAccountsRequest["mappings"], known: readonly BooksAccount[]): Mapping[] {
  const there = new Map(known.map((one) => [one.id, one]));
  const seen = new Set<string>();
  return mappings.flatMap(({ account, externalAccountId }, at) => {
    if (!isLedgerAccount(account) || seen.has(account))
      throw fail("PARAMS_INVALID", { field: inList("mappings", at, "account"), reason: "an account of the ledger, each once" });
    seen.add(account);
    if (externalAccountId === "") return [];
    const target = there.get(externalAccountId);
    if (!target) throw refuse(at, "QuickBooks has no such account");
    if (isPerPerson(target.type)) throw refuse(at, `${target.name} is kept per client or supplier: choose another type of account`);
    return [{ account, externalId: target.id, externalName: target.name.slice(0, 200) }];
  });
}

export async function mapAccounts(ctx: Ctx, link: LinkRow, { mappings, startDate, version }: MapAccountsRequest): Promise<LinkRow> {
  const first = fromWireDate(startDate!, "startDate");
  const targets = chosen(mappings, await answered(openBooks(ctx, link).accounts()));
  let after = link;
  await command(ctx, async (tx) => {
    const now = mustExist(await lockLink(tx.db, link.businessId), "businessId");
    mustBeCurrent(version, now.version);
    await replaceMappings(tx, now, targets);
    await dropBefore(tx, now, first);
    after = (await changeLink(tx, now, { startDate: first, plannedNumber: 0, version: now.version + 1 })) ?? now;
    sendNow(tx, link.businessId);
    tx.log({
      entity: "accounting",
      id: link.businessId,
      action: "updated",
      before: { startDate: link.startDate },
      after: { startDate: first },
    });
    tx.notify("payment.accounting", { businessId: link.businessId, ids: [link.businessId] });
    return {};
  });
  return after;
}
