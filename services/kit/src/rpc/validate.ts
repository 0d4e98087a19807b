import type { DescMessage, Message } from "@bufbuild/protobuf";
import type { Validator, Violation } from "@bufbuild/protovalidate";
import { Tier } from "@leashline/proto/leashline/options/v1/access_pb.js";
import type { Caller, Ctx } from "../context.ts";
import { type ErrorName, fail } from "../errors.ts";
import { moneyFault } from "../money/money.ts";
import { moneyIn } from "../money/money-fields.ts";
import { patternReason } from "./bounds/pattern-words.ts";
import type { Endpoint } from "./implement.ts";
import { nulIn } from "./nul-text.ts";

/** As the specification words it (core §5). */
const invalidEmail = "Invalid email";
let validator: Validator | undefined;

/** Loaded with the first call: the language of the rules is a tenth of what a service would load to start. */
async function loadValidator(): Promise<Validator> {
  const { createValidator } = await import("@bufbuild/protovalidate");
  validator ??= createValidator();
  return validator;
}

/** Refuses a request that breaks the rules declared on its fields, naming each field and reason. */
export async function checkShape(schema: DescMessage, message: Message): Promise<void> {
  const nul = nulIn(schema, message);
  if (nul !== null) {
    const reason = "holds a character that cannot be stored";
    throw fail("PARAMS_INVALID", { message: `${nul}: ${reason}`, fields: [{ field: nul, reason }] });
  }
  const result = (validator ?? (await loadValidator())).validate(schema, message as never);
  if (result.kind === "valid") return;
  if (result.kind === "error") throw result.error;
  const fields = result.violations.map((violation) => ({
    field: camel(violation.field.map(pathPart).join(".")),
    reason: reasonOf(violation),
  }));
  throw fail("PARAMS_INVALID", { message: fields.map((f) => `${f.field}: ${f.reason}`).join("; ") || "params error", fields });
}

function reasonOf({ ruleId, message }: Violation): string {
  if (ruleId.startsWith("string.email")) return invalidEmail;
  return ruleId === "string.pattern" ? patternReason(message) : message;
}

const pathPart = (part: unknown): string => {
  const piece = part as { kind: string; localName?: string; name?: string; index?: number; key?: unknown };
  if (piece.kind === "list_sub") return String(piece.index);
  if (piece.kind === "map_sub") return String(piece.key);
  return piece.localName ?? piece.name ?? "";
};
const camel = (path: string): string => path.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/**
 * A request may name a business; it must be one of the caller's. None named means the chosen one, which whose role reaches all locations for some kind
 * of data need not work at: there they do what reaches it, and otherwise only read what is the company's.
 */
export function settleBusiness(
  { access, method, readOnly }: Pick<Endpoint, "access" | "method" | "readOnly">,
  message: Message,
  caller: Caller,
): void {
  if (caller.companyId === "0") return;
  const field = method.input.field.businessId;
  const reaches = (businessId: string) => caller.via !== "" || caller.businessIds.includes(businessId);
  if (field?.fieldKind === "scalar") {
    const request = message as unknown as { businessId: string };
    if (request.businessId === "0" || request.businessId === "") request.businessId = caller.businessId;
    else if (reaches(request.businessId)) return;
    else throw fail("NO_PERMISSION", { field: "businessId" });
  } else if (readOnly) return;
  const inBusiness = access.tier === Tier.BUSINESS || access.tier === Tier.INTEGRATOR;
  if (inBusiness && !reaches(caller.businessId)) throw fail("NO_PERMISSION", { field: "businessId" });
}

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
