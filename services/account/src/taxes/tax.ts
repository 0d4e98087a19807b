import { fail } from "@leashline/kit";

export function taxRefusal(error: unknown): unknown {
  const { code, constraint } = error as { code?: string; constraint?: string };
  return code === "23505" && constraint === "tax_rule_once" ? fail("RULE_EXISTS", { field: "taxName" }) : error;
}
