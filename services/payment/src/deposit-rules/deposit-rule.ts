import { decimalsOf, fail } from "@leashline/kit";
import { minorOfText } from "../pay-links/pay-link.ts";
import { isAmount, isPercent, shareOf } from "../settings/fee.ts";

export type RuleType = "amount" | "percentage";
export type Rule = { name: string; type: RuleType; value: string; newClientsOnly: boolean };

/** A name without blanks around it; one of nothing but blanks is none. */
export function nameOf(given: string): string {
  const name = given.trim();
  if (name === "") throw fail("PARAMS_INVALID", { field: "name", reason: "must not be blank" });
  return name;
}

/** What a rule asks for must be some of a bill. */
export function mustAsk({ type, value }: Pick<Rule, "type" | "value">, currency: string): void {
  const fits = type === "percentage" ? isPercent(value) : isAmount(value, decimalsOf(currency));
  const reason = type === "percentage" ? "A percentage from 0 to 100" : "An amount";
  if (!fits) throw fail("PARAMS_INVALID", { field: "value", reason });
  if (Number(value) <= 0) throw fail("PARAMS_INVALID", { field: "value", reason: `${reason}, more than zero` });
}

export type Visit = { total: bigint; currency: string; isNewClient: boolean };

/** What a visit is asked for ahead: the most that any rule asks for, never more than the visit comes to. */
export function depositFor(rules: readonly Rule[], { total, currency, isNewClient }: Visit): bigint {
  const asked = rules
    .filter(({ newClientsOnly }) => isNewClient || !newClientsOnly)
    .map(({ type, value }) => (type === "percentage" ? shareOf(total, value) : minorOfText(value, currency)));
  let most = 0n;
  for (const amount of asked) if (amount > most) most = amount;
  return most > total ? total : most;
}
