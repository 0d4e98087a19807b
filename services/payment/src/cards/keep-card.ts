import { fail, type Tx } from "@leashline/kit";
import { CardsOnFileChangedSchema } from "@leashline/proto/leashline/payment/v1/events_pb.js";
import type { DB } from "../db.ts";
import { type CardRow, cardCount, insertCard, type KeptCard } from "./card.store.ts";

export const logged = ({ brand, last4 }: CardRow) => ({ brand, last4 });
export const notifyChanged = (tx: Tx<DB>, customerId: string): void => tx.notify("payment.cards", { ids: [customerId] });

/** Tells the other services and open pages that a client's cards are no longer what they were. */
export async function emitChanged(tx: Tx<DB>, customerId: string): Promise<void> {
  tx.emit(CardsOnFileChangedSchema, { customerId, cards: await cardCount(tx.db, customerId) }, { key: customerId });
  notifyChanged(tx, customerId);
}

/** Puts a card that the provider keeps on the client's file; 7003 when it is another client's. */
export async function keepCard(tx: Tx<DB>, customerId: string, card: KeptCard, asDefault: boolean): Promise<CardRow> {
  const row = await insertCard(tx, customerId, card, asDefault);
  if (!row) throw fail("PAYMENT_METHOD_INVALID", { field: "chargeToken", reason: "this card is another client's" });
  tx.log({ entity: "card", id: row.cardId, action: "create", after: logged(row) });
  await emitChanged(tx, customerId);
  return row;
}
