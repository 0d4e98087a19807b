import type { MessageInitShape } from "@bufbuild/protobuf";
import { type Ctx, decimalsOf, fromMoney, type Tx, toMoney } from "@leashline/kit";
import type { PreferredTip, PreferredTipSchema } from "@leashline/proto/leashline/customer/v1/client_pb.js";
import type { DB } from "../db.ts";
import { updateClient } from "./client.store.ts";
import { defaultTip, type StoredClient, type Tip } from "./client.ts";

type Stored = Tip & { currency?: string };

const toWire = (tip: Stored, ctx: Ctx): MessageInitShape<typeof PreferredTipSchema> => ({
  enable: tip.enable,
  tipType: tip.tipType,
  percentage: tip.percentage,
  amount: toMoney(tip.amountMinor, tip.currency ?? ctx.caller.currency),
});

/** The client's usual tip; the default of one who never said. */
export const tipOf = (client: Pick<StoredClient, "preferred_tip">, ctx: Ctx): ReturnType<typeof toWire> =>
  toWire((client.preferred_tip as Stored | null) ?? defaultTip(decimalsOf(ctx.caller.currency)), ctx);

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

export async function saveTip(tx: Tx<DB>, client: StoredClient, tip: Stored): Promise<ReturnType<typeof toWire>> {
  await updateClient(tx.db, client.id, { preferred_tip: JSON.stringify(tip) });
  tx.log({
    entity: "client",
    id: client.id,
    action: "preferred tip",
    before: { preferred_tip: client.preferred_tip },
    after: { preferred_tip: tip },
  });
  tx.notify("customer.client", { ids: [client.id] });
  return toWire(tip, tx.ctx);
}
