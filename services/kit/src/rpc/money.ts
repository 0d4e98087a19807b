import type { Message } from "@bufbuild/protobuf";
import type { Ctx } from "../context.ts";
import { type ErrorName, fail } from "../errors.ts";
import { moneyIn } from "../money/money-fields.ts";
import { moneyFault } from "../money.ts";
import type { Endpoint } from "./implement.ts";

/** What is particular about the amounts that requests of an RPC name. */
export type MoneyRule<Request = never> = {
  /** What they are in, when that is the currency of an order or a payment the request names; null when there is none such. Else the business's. */
  currencyOf?: (request: Request, ctx: Ctx) => Promise<string | null>;
  /** Under which code a wrong one is refused; else PARAMS_INVALID. */
  refusedAs?: ErrorName;
};

/**
 * Every amount of every request, checked here and nowhere else: in the one currency it can be in, not below zero, within bounds, in whole coins. One
 * that names no currency is given it. Our own services, acting for a company, name theirs themselves.
 */
export async function settleMoney({ method, money: rule }: Pick<Endpoint, "method" | "money">, request: Message, ctx: Ctx): Promise<void> {
  const named = moneyIn(method.input, request);
  if (named.length === 0) return;
  const own = await rule?.currencyOf?.(request as never, ctx);
  const currency = own ?? (ctx.caller.via === "" ? ctx.caller.currency : "");
  const fields = named.flatMap(({ money, at }) => {
    money.currencyCode ||= currency;
    const fault = moneyFault(money, currency || money.currencyCode);
    return fault ? [{ field: `${at}.${fault.part}`, reason: fault.reason }] : [];
  });
  if (fields.length === 0) return;
  throw fail(rule?.refusedAs ?? "PARAMS_INVALID", { message: fields.map((f) => `${f.field}: ${f.reason}`).join("; "), fields });
}
