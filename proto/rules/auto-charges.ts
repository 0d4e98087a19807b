// Which service charges put themselves onto the bill of a visit, and how often: for the order, the booking page and the staff's estimate alike.

/** What a charge falls due by that a pet is given: a kind of care, and whether each time counts. */
export type ForCare = { readonly kind: number; readonly each: boolean };

export type AutoCharge = {
  readonly perPet: boolean;
  /** Care types for whose pets it counts; empty for all. */
  readonly careTypes: readonly string[];
  /** Empty for every location. */
  readonly businessIds: readonly string[];
  /** Left out where the visit alone makes it due. */
  readonly forCare?: ForCare | undefined;
};

/** What one pet gets at a visit. */
export type ChargedLine = { readonly petId: string; readonly careType: string };
/** How often a pet was given something of a kind of care. */
export type Given = { readonly petId: string; readonly kind: number; readonly times: number };
export type ChargedVisit = { readonly businessId: string; readonly lines: readonly ChargedLine[]; readonly given?: readonly Given[] };

type Scope = Pick<AutoCharge, "careTypes" | "businessIds">;
const isFor = ({ careTypes }: Pick<Scope, "careTypes">, { careType }: ChargedLine): boolean =>
  careTypes.length === 0 || careTypes.includes(careType);

/** Whether a charge is for a visit at all, by where it is and what its pets get. */
export const concerns = ({ careTypes, businessIds }: Scope, { businessId, lines }: Omit<ChargedVisit, "given">): boolean =>
  (businessIds.length === 0 || businessIds.includes(businessId)) && lines.some((line) => isFor({ careTypes }, line));

/** How often a charge is due for a visit; 0 where it is not for it. */
export function timesDue(charge: AutoCharge, visit: ChargedVisit): number {
  const { perPet, forCare } = charge;
  const { lines, given = [] } = visit;
  if (!concerns(charge, visit)) return 0;
  const pets = new Set(lines.filter((line) => isFor(charge, line)).map(({ petId }) => petId));
  if (!forCare) return perPet ? pets.size : Math.min(1, pets.size);
  const counted = given.filter((one) => one.kind === forCare.kind && one.times > 0 && pets.has(one.petId));
  if (forCare.each) return counted.reduce((sum, { times }) => sum + times, 0);
  return perPet ? counted.length : Math.min(1, counted.length);
}

/** The charges that are due for a visit, in their order. */
export const chargesDue = <C extends AutoCharge>(charges: readonly C[], visit: ChargedVisit): { charge: C; quantity: number }[] =>
  charges.flatMap((charge) => {
    const quantity = timesDue(charge, visit);
    return quantity > 0 ? [{ charge, quantity }] : [];
  });

// SurchargeType and ChargeApplyType of service_charge_service.proto; CareKind of care_service.proto.
/** CareKind of what is medication. */
export const MEDICATION = 2;
const KIND_OF: ReadonlyMap<number, number> = new Map([
  [3, MEDICATION],
  [4, 1],
]);
const [PER_PET, PER_ADMINISTRATION] = [2, 4];

/** How a charge of the catalogue counts. */
export function countsBy({ surchargeType, applyType }: { readonly surchargeType: number; readonly applyType: number }): {
  perPet: boolean;
  forCare?: ForCare;
} {
  const kind = KIND_OF.get(surchargeType);
  return { perPet: applyType === PER_PET, ...(kind && { forCare: { kind, each: applyType === PER_ADMINISTRATION } }) };
}
