import type { PaidOut } from "../ledger/ledger.ts";
import type { Movement } from "../provider/provider.ts";

// Whose money a movement is: as it is noted at the provider.
export type Owner = { companyId: string; businessId: string };
export type Share = Owner & PaidOut & { currency: string };

const digits = /^[1-9]\d{0,18}$/;

export function ownerIn(note: Readonly<Record<string, string>>): Owner | null {
  const { company_id = "", business_id = "" } = note;
  return digits.test(company_id) && digits.test(business_id) ? { companyId: company_id, businessId: business_id } : null;
}

// A payout brings the money of several businesses at once: what of it is whose. What is nobody's here, and what was changed into another currency, is left out.
export function sharesOf(movements: readonly { movement: Movement; owner: Owner | null }[]): Share[] {
  const shares = new Map<string, Share>();
  for (const { movement, owner } of movements) {
    if (!owner || movement.converted) continue;
    const { currency } = movement;
    const key = `${owner.companyId}-${owner.businessId}-${currency}`;
    const share = shares.get(key) ?? { ...owner, currency, gross: 0n, fees: 0n };
    shares.set(key, { ...share, gross: share.gross + movement.amount, fees: share.fees + movement.fee });
  }
  return [...shares.values()];
}
