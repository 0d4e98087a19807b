import { fail, fromMoney, notBlank } from "@leashline/kit";
import type { Money } from "@leashline/proto/google/type/money_pb.js";
import { ChargeApplyType as Apply, SurchargeType } from "@leashline/proto/leashline/offering/v1/service_charge_service_pb.js";
import { type ChargedVisit, concerns, timesDue } from "@leashline/proto/rules/auto-charges.ts";

export type ChargeFields = {
  name: string;
  priceMinor: string;
  currency: string;
  isActive: boolean;
  surchargeType: number;
  time: number;
  applyType: number;
  autoApply: boolean;
  careTypes: string[];
  businessIds: string[];
  taxId: string;
};

type Given = {
  name?: string | undefined;
  price?: Money | undefined;
  isActive?: boolean | undefined;
  surchargeType?: SurchargeType | undefined;
  time?: number | undefined;
  applyType?: Apply | undefined;
  autoApply?: boolean | undefined;
  careTypes: string[];
  businessIds: string[];
  taxId?: string | undefined;
};

/** What a request says of a charge, of the fields it names; the currency is the company's. */
export const changeOf = (given: Given, fields: ReadonlySet<string>, currency: string): Partial<ChargeFields> => ({
  ...(fields.has("name") && { name: notBlank(given.name, "name") }),
  ...(fields.has("price") && { priceMinor: fromMoney(given.price, currency).minor.toString(), currency }),
  ...(fields.has("isActive") && { isActive: given.isActive ?? false }),
  ...(fields.has("surchargeType") && { surchargeType: given.surchargeType ?? SurchargeType.UNSPECIFIED }),
  ...(fields.has("time") && { time: given.time ?? 0 }),
  ...(fields.has("applyType") && { applyType: given.applyType || Apply.PER_VISIT }),
  ...(fields.has("autoApply") && { autoApply: given.autoApply ?? false }),
  ...(fields.has("careTypes") && { careTypes: given.careTypes }),
  ...(fields.has("businessIds") && { businessIds: given.businessIds }),
  ...(fields.has("taxId") && { taxId: given.taxId ?? "0" }),
});

const BY_CARE: readonly number[] = [SurchargeType.MEDICATION, SurchargeType.FEEDING];
const BY_TIME: readonly number[] = [SurchargeType.LATE_PICK_UP, SurchargeType.EARLY_DROP_OFF];

/** Refuses what makes no sense: a price of nothing, hours where there is no time to count them from, and a surcharge that is always due. */
export function mustMakeSense(charge: ChargeFields): void {
  const refuse = (field: string, reason: string) => fail("PARAMS_INVALID", { field, reason });
  const { surchargeType, applyType, autoApply } = charge;
  if (BigInt(charge.priceMinor) <= 0n) throw refuse("price", "must be above zero");
  if (applyType === Apply.PER_HOUR && !BY_TIME.includes(surchargeType))
    throw refuse("applyType", "by the hour only for late pick-up or early drop-off");
  if (applyType === Apply.PER_ADMINISTRATION && !BY_CARE.includes(surchargeType))
    throw refuse("applyType", "for each time only for medication or feeding");
  if (autoApply && BY_TIME.includes(surchargeType))
    throw refuse("autoApply", "a late pick-up or an early drop-off is due by its time, and not with every visit");
  if (!autoApply && BY_CARE.includes(surchargeType))
    throw refuse("autoApply", "what is due for medication or feeding puts itself onto the bill");
}

type Due = {
  readonly type: SurchargeType;
  readonly time: number;
  /** 0: those of the visit that it is for. */
  readonly pets: number;
  /** Left out where nobody said where it is and what its pets get. */
  readonly visit?: ChargedVisit | undefined;
};
type Charge = Pick<ChargeFields, "isActive" | "surchargeType" | "time" | "applyType" | "careTypes" | "businessIds">;

/** How many minutes past the time of a surcharge, or before it for who comes early. */
const past = ({ time }: Charge, due: Due): number => (due.type === SurchargeType.EARLY_DROP_OFF ? time - due.time : due.time - time);

/** Of how many pets a charge counts: those that were said, else those of the visit that it is for. */
function petsOf(charge: Charge, { pets, visit }: Due): number {
  const lines = visit?.lines.filter(({ petId }) => petId !== "0") ?? [];
  return Math.max(1, pets || (visit ? timesDue({ ...charge, perPet: true }, { ...visit, lines }) : 0));
}

/** The charge that falls due at a time, and how often; null for who is in time. */
export function chargeDue<C extends Charge>(charges: readonly C[], due: Due): { charge: C; quantity: number } | null {
  const { type, visit } = due;
  const asked = charges.filter((one) => one.isActive && one.surchargeType === type && (!visit || concerns(one, visit)));
  const [charge] = asked.filter((one) => past(one, due) > 0).toSorted((a, b) => past(a, due) - past(b, due));
  if (!charge) return null;
  const often: Record<number, number> = { [Apply.PER_PET]: petsOf(charge, due), [Apply.PER_HOUR]: Math.ceil(past(charge, due) / 60) };
  return { charge, quantity: often[charge.applyType] ?? 1 };
}
