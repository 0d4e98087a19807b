import type { Money } from "@leashline/proto/google/type/money_pb.js";
import { amountText, parseMoney, toMinor } from "../../../../ui/format/money.ts";

/** The amount that stands there once another way is picked: what was typed, unless the way cannot give so much. */
export const amountBy = (most: Pick<Money, "currencyCode" | "units" | "nanos">, typed?: string): string =>
  typed !== undefined && toMinor(parseMoney(typed, most.currencyCode)) <= toMinor(most) ? typed : amountText(most);
