// Which service charges put themselves onto the bill of a visit, and how often: for the order, the booking page and the staff's estimate alike.

export type AutoCharge = {
  readonly perPet: boolean;
  /** Care types for whose pets it counts; empty for all. */
  readonly careTypes: readonly string[];
  /** Empty for every location. */
  readonly businessIds: readonly string[];
};

/** What one pet gets at a visit. */
export type ChargedLine = { readonly petId: string; readonly careType: string };
export type ChargedVisit = { readonly businessId: string; readonly lines: readonly ChargedLine[] };

/** How often a charge is due for a visit; 0 where it is not for it. */
export function timesDue({ perPet, careTypes, businessIds }: AutoCharge, { businessId, lines }: ChargedVisit): number {
  if (businessIds.length > 0 && !businessIds.includes(businessId)) return 0;
  const counted = lines.filter(({ careType }) => careTypes.length === 0 || careTypes.includes(careType));
  if (counted.length === 0) return 0;
  return perPet ? new Set(counted.map(({ petId }) => petId)).size : 1;
}

/** The charges that are due for a visit, in their order. */
export const chargesDue = <C extends AutoCharge>(charges: readonly C[], visit: ChargedVisit): { charge: C; quantity: number }[] =>
  charges.flatMap((charge) => {
    const quantity = timesDue(charge, visit);
    return quantity > 0 ? [{ charge, quantity }] : [];
  });
