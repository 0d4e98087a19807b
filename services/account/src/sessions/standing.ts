import { Landing } from "@leashline/proto/leashline/account/v1/session_pb.js";
import type { Place } from "../accounts/place.ts";

export type Wanted = { companyId: string; businessId: string };

export type Standing = { place: Place | null; refused: boolean };

/**
 * Where a caller stands: what they name, else what the session stands in, else the business used last, else the first one.
 * Naming a place they do not have is refused the same way whether it exists or not.
 */
export function standingOf(places: readonly Place[], named: Wanted, chosen: Wanted, lastBusinessId: string): Standing {
  const inCompany = named.companyId === "0" ? places : places.filter((p) => p.companyId === named.companyId);
  if (named.companyId !== "0" && inCompany.length === 0) return { place: null, refused: true };
  if (named.businessId !== "0") {
    const place = inCompany.find((p) => p.businessId === named.businessId);
    return place ? { place, refused: false } : { place: null, refused: true };
  }
  const at = (businessId: string): Place | undefined => inCompany.find((p) => p.businessId !== null && p.businessId === businessId);
  const place = at(chosen.businessId) ?? inCompany.find((p) => p.companyId === chosen.companyId) ?? at(lastBusinessId) ?? inCompany[0];
  return { place: place ?? null, refused: false };
}

/** Where to after signing in (core §2); invite codes and redirect URLs are looked at before by the client. */
export function landingOf(places: readonly Place[], enterprises: number): Landing {
  if (places.length > 0) return Landing.HOME;
  return enterprises > 0 ? Landing.ENTERPRISE_APP : Landing.ONBOARDING;
}
