import type { MessageInitShape } from "@bufbuild/protobuf";
import { toTimestamp } from "@leashline/kit";
import type { CardSchema } from "@leashline/proto/leashline/payment/v1/card_pb.js";
import type { MoneyAt } from "../square-account/charging-account.ts";
import { type CardRow, isChargeable } from "./card.store.ts";

// A card is good through the last day of its month.
function isValid({ expYear, expMonth }: CardRow, today: string): boolean {
  const { year, month } = Temporal.PlainDate.from(today);
  return expYear > year || (expYear === year && expMonth >= month);
}

export const toCard = (row: CardRow, today: string, till: MoneyAt): MessageInitShape<typeof CardSchema> => ({
  cardId: row.cardId,
  customerId: row.customerId,
  brand: row.brand,
  last4: row.last4,
  expMonth: row.expMonth,
  expYear: row.expYear,
  funding: row.funding,
  country: row.country,
  name: row.name,
  isDefault: row.isDefault,
  isValid: isValid(row, today),
  cvcCheck: row.cvcCheck,
  authStatus: row.authStatus,
  elsewhere: !isChargeable(row, till),
  vendor: row.vendor,
  createTime: toTimestamp(row.createdAt),
});
