import { EmployeeCategory } from "@leashline/proto/leashline/account/v1/enums_pb.js";
import { Landing } from "@leashline/proto/leashline/account/v1/session_pb.js";

/** One business an account may choose, with what it is there; business null for a company without one. */
export type Place = {
  companyId: string;
  companyName: string;
  enterpriseId: string;
  country: string;
  currency: string;
  ownerAccountId: string;
  staffId: string;
  staffName: string;
  employeeCategory: number;
  roleId: string;
  isOwner: boolean;
  permissions: number[];
  loginTime: unknown;
  businessId: string | null;
  businessName: string | null;
  avatarPath: string | null;
  appType: number | null;
  zone: string | null;
  /** Not worked at: the role reaches it for some kinds of data. */
  visiting?: boolean;
};

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

export const isOwnerCategory = (category: number): boolean =>
  category === EmployeeCategory.OWNER || category === EmployeeCategory.ENTERPRISE_OWNER;

/** Where to after signing in (core §2); invite codes and redirect URLs are looked at before by the client. */
export function landingOf(places: readonly Place[], enterprises: number): Landing {
  if (places.length > 0) return Landing.HOME;
  return enterprises > 0 ? Landing.ENTERPRISE_APP : Landing.ONBOARDING;
}
