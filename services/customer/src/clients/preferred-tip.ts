import type { MessageInitShape } from "@bufbuild/protobuf";
import { type Ctx, decimalsOf, fromMoney, type Tx, toMoney } from "@leashline/kit";
import type { PreferredTip, PreferredTipSchema } from "@leashline/proto/leashline/customer/v1/client_pb.js";
import type { DB } from "../db.ts";
import { updateClient } from "./client.store.ts";
import { defaultTip, type StoredClient, type Tip } from "./client.ts";

type Stored = Tip & { currency?: string };

const toTip = (tip: Stored, ctx: Ctx): MessageInitShape<typeof PreferredTipSchema> => ({
  enable: tip.enable,
  tipType: tip.tipType,
  percentage: tip.percentage,
  amount: toMoney(tip.amountMinor, tip.currency ?? ctx.caller.currency),
});

/** The client's usual tip; the default of one who never said. */
export const toPreferredTip = (client: Pick<StoredClient, "preferredTip">, ctx: Ctx): ReturnType<typeof toTip> =>
  toTip((client.preferredTip as Stored | null) ?? defaultTip(decimalsOf(ctx.caller.currency)), ctx);

/** An amount that is not given is the default 15 (core §9); a percentage of zero is a choice. */
export function readTip(tip: PreferredTip, ctx: Ctx): Stored {
  const { minor, currency } = fromMoney(tip.amount, ctx.caller.currency);
  const standard = defaultTip(decimalsOf(currency));
  return {
    enable: tip.enable,
    tipType: tip.tipType,
    percentage: tip.percentage,
    amountMinor: tip.amount ? minor.toString() : standard.amountMinor,
    currency,
  };
}

export async function saveTip(tx: Tx<DB>, client: StoredClient, tip: Stored): Promise<ReturnType<typeof toTip>> {
  await updateClient(tx.db, client.id, { preferredTip: JSON.stringify(tip) });
  tx.log({
    entity: "client",
    id: client.id,
    action: "preferred tip",
    before: { preferredTip: client.preferredTip },
    after: { preferredTip: tip },
  });
  tx.notify("customer.client", { ids: [client.id] });
  return toTip(tip, tx.ctx);
}
