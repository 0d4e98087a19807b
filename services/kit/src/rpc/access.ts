import { Tier } from "@leashline/proto/leashline/options/v1/access_pb.js";
import type { Caller } from "../context.ts";
import { fail } from "../errors.ts";
import { deniedWords } from "../permissions/permissions.ts";
import type { AccessRule } from "./implement.ts";

/** Refuses a caller the declaration does not let in. Our own services, acting for a caller, pass. */
export function checkAccess(rule: AccessRule, caller: Caller): void {
  if (caller.via !== "") return;
  switch (rule.tier) {
    case Tier.ANONYMOUS:
      return;
    case Tier.ACCOUNT:
      if (caller.accountId === "0") throw fail("NO_AUTH");
      break;
    case Tier.BUSINESS:
      if (caller.kind === "apiKey") throw fail("NO_PERMISSION");
      mustHaveBusiness(caller);
      break;
    case Tier.INTEGRATOR:
      mustHaveBusiness(caller);
      break;
    default:
      throw fail("NO_PERMISSION");
  }
  if (rule.anyOf.length === 0 || caller.permissions === "all") return;
  const held = caller.permissions;
  if (rule.anyOf.some((permission) => held.includes(permission))) return;
  const message = deniedWords(rule.anyOf);
  throw fail("NO_PERMISSION", message ? { message } : {});
}

function mustHaveBusiness(caller: Caller): void {
  if (caller.kind !== "apiKey" && caller.accountId === "0") throw fail("NO_AUTH");
  if (caller.companyId === "0" || caller.businessId === "0") throw fail("NO_PERMISSION", { message: "Choose a business first." });
}
