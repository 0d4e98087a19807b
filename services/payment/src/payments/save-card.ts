import type { Ctx } from "@leashline/kit";
import { insertCard } from "../cards/card.store.ts";
import { emitChanged } from "../cards/keep-card.ts";
import { command } from "../db.ts";
import type { Intent } from "../provider/provider.ts";
import type { PaymentRow } from "./payment.store.ts";

/** Stores the card of a payment that asked for it, once the payment has succeeded. */
export async function saveCardOf(ctx: Ctx, row: PaymentRow, intent: Intent): Promise<void> {
  if (!row.saveCard || row.state !== "completed" || !intent.card || !intent.paymentMethod || row.customerId === "0") return;
  const card = {
    ...intent.card,
    id: intent.paymentMethod,
    country: "",
    name: "",
    cvcCheck: "",
    vendor: row.vendor,
    providerAccount: row.providerAccount,
  };
  await command(
    ctx,
    async (tx) => {
      if (await insertCard(tx, row.customerId, card, false)) await emitChanged(tx, row.customerId);
    },
    { step: "keep-card" },
  );
}
