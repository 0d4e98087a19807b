import { Landing } from "@leashline/proto/leashline/account/v1/session_pb.js";
import type { Membership } from "../accounts/membership.ts";

export type Wanted = { companyId: string; businessId: string };

export type Standing = { membership: Membership | null; refused: boolean };

/**
 * Where a caller stands: what they name, else what the session stands in, else the business used last, else the first one.
 * Naming a business they do not have is refused the same way whether it exists or not.
 */
export function standingOf(memberships: readonly Membership[], named: Wanted, chosen: Wanted, lastBusinessId: string): Standing {
  const inCompany = named.companyId === "0" ? memberships : memberships.filter((p) => p.companyId === named.companyId);
  if (named.companyId !== "0" && inCompany.length === 0) return { membership: null, refused: true };
  if (named.businessId !== "0") {
    const membership = inCompany.find((p) => p.businessId === named.businessId);
    return membership ? { membership, refused: false } : { membership: null, refused: true };
  }
  const at = (businessId: string): Membership | undefined => inCompany.find((p) => p.businessId !== null && p.businessId === businessId);
  const membership = at(chosen.businessId) ?? inCompany.find((p) => p.companyId === chosen.companyId) ?? at(lastBusinessId) ?? inCompany[0];
  return { membership: membership ?? null, refused: false };
}

/** Where to after signing in (core §2); invite codes and redirect URLs are looked at before by the client. */
export function landingOf(memberships: readonly Membership[], enterprises: number): Landing {
  if (memberships.length > 0) return Landing.HOME;
  return enterprises > 0 ? Landing.ENTERPRISE_APP : Landing.ONBOARDING;
}
