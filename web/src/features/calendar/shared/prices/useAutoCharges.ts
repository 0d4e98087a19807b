import { type ChargedLine, chargesDue, concerns, countsBy } from "@leashline/proto/rules/auto-charges.ts";
import { useInfo } from "../../../../app/session/session.ts";
import { fromMinor, type MoneyLike, toMinor } from "../../../../ui/format/money.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { careFeeText } from "../../../../ui/price-unit.tsx";
import { useActiveCharges } from "../../../offering/shared/useActiveCharges.ts";

export type DueCharges = {
  charges: { name: string; price: MoneyLike }[];
  minor: bigint;
  /** What is charged for what pets are given, in words: how often that will be is not known yet. */
  careFees: string[];
};

/** What will put itself onto the bill of a visit here. */
export function useAutoCharges(lines: readonly ChargedLine[]): DueCharges {
  const businessId = useInfo().business?.id ?? "0";
  const format = useFormat();
  const all = (useActiveCharges() ?? []).filter(({ autoApply }) => autoApply);
  const due = chargesDue(
    all.map((charge) => ({ ...charge, ...countsBy(charge) })),
    { businessId, lines },
  ).map(({ charge: { name, price }, quantity }) => ({
    name: quantity > 1 ? `${name} × ${quantity}` : name,
    minor: toMinor(price) * BigInt(quantity),
    currency: price?.currencyCode ?? "USD",
  }));
  return {
    charges: due.map(({ name, minor, currency }) => ({ name, price: fromMinor(minor, currency) })),
    minor: due.reduce((sum, { minor }) => sum + minor, 0n),
    careFees: all
      .filter((charge) => concerns(charge, { businessId, lines }))
      .map((charge) => careFeeText(charge, format.money))
      .filter(Boolean),
  };
}
