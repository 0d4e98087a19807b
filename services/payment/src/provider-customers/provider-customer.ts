import type { Ctx } from "@leashline/kit";
import { command, query } from "../db.ts";
import { noteOfClient } from "../provider/provider-note.ts";
import { unavailable } from "../provider/unavailable.ts";
import { keptAt } from "../settings/till.ts";
import { chargingAccount, type MoneyAt } from "../square-account/charging-account.ts";
import { findProviderCustomer, insertProviderCustomer, setProviderId } from "./provider-customer.store.ts";

/** The client's id on an account at the provider, made when there is none. Asking twice finds the same one. */
export async function providerCustomer(ctx: Ctx, customerId: string, at: MoneyAt): Promise<string> {
  const account = keptAt(at);
  const find = () => query(ctx, (db) => findProviderCustomer(db, customerId, account));
  const known = await find();
  if (known?.providerId) return known.providerId;
  if (!known)
    await command(ctx, async (tx) => void (await insertProviderCustomer(tx.db, customerId, account)), {
      step: `name-${customerId}${account}`,
    });
  const named = known ?? (await find());
  if (!named) throw new Error(`Client ${customerId} has no name at the provider.`);
  const made = await chargingAccount(ctx, at)
    .createCustomer({
      key: `ll-customer-${named.providerRef}`,
      name: `Client ${customerId}`,
      metadata: noteOfClient(ctx.companyId, customerId),
    })
    .catch(unavailable);
  await command(ctx, async (tx) => void (await setProviderId(tx.db, customerId, account, made)), {
    step: `customer-${customerId}${account}`,
  });
  return (await find())?.providerId ?? made;
}

/** Whose a card on file is at the provider: its client's own, unless another one saved it who became that client. */
export const holderOf = async (ctx: Ctx, card: MoneyAt & { customerId: string; providerCustomer: string }): Promise<string> =>
  card.providerCustomer || (await providerCustomer(ctx, card.customerId, card));
