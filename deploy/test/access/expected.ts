import type { ContractMethod } from "@leashline/proto/descriptors/contract.ts";
import { Tier } from "@leashline/proto/leashline/options/v1/access_pb.js";
import { ErrorCode } from "@leashline/proto/leashline/options/v1/errors_pb.js";
import type { Walker } from "./callers.ts";

/** What the declaration promises a caller: no such RPC, a refusal by number, or a way in. */
export type Promised = "unknown" | "in" | ErrorCode.NO_AUTH | ErrorCode.NO_PERMISSION;

export function promised({ tier, access }: Pick<ContractMethod, "tier" | "access">, walker: Walker): Promised {
  if (tier === Tier.INTERNAL) return "unknown";
  if (tier === Tier.ANONYMOUS) return "in";
  if (walker.kind === "nobody") return ErrorCode.NO_AUTH;
  const isKey = walker.kind === "apiKey";
  if (tier === Tier.ACCOUNT && isKey) return ErrorCode.NO_PERMISSION;
  if (tier !== Tier.ACCOUNT && (!walker.placed || (isKey && tier === Tier.BUSINESS))) return ErrorCode.NO_PERMISSION;
  const { permissions } = walker;
  const wanted = access?.anyOf ?? [];
  if (wanted.length === 0 || permissions === "all") return "in";
  return wanted.some((permission) => permissions.includes(permission)) ? "in" : ErrorCode.NO_PERMISSION;
}
