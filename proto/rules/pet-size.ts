/** One of a company's sizes: it reaches to `weightHigh`, from where the one below it ends. */
export type PetSizeEnd = { readonly id: string; readonly weightHigh: number };

/** The size a weight falls into: the first whose high end it does not pass; above all, the largest. "0" when there is nothing to go by. */
export function sizeOf(weight: number, sizes: readonly PetSizeEnd[]): string {
  if (weight <= 0) return "0";
  const inOrder = [...sizes].sort((a, b) => a.weightHigh - b.weightHigh);
  return (inOrder.find((size) => weight <= size.weightHigh) ?? inOrder.at(-1))?.id ?? "0";
}

/** For pets of which weights something is: 0 is no end, and no sizes are all of them. */
export type ForWeights = { readonly weightFrom: number; readonly weightTo: number; readonly petSizeIds: readonly string[] };

/** Whether a pet is too heavy for what reaches up to a weight: a whole number reaches up to the next, so that 20.5 belongs to "up to 20" where the next begins at 21. */
const isAbove = (weight: number, weightTo: number): boolean => (Number.isInteger(weightTo) ? weight >= weightTo + 1 : weight > weightTo);

/** Whether a known weight is between two ends, both counted in; 0 is no end. */
export const isWithin = (weight: number, weightFrom: number, weightTo: number): boolean =>
  weight >= weightFrom && (weightTo <= 0 || !isAbove(weight, weightTo));

export const asksWeight = ({ weightFrom, weightTo, petSizeIds }: ForWeights): boolean =>
  weightFrom > 0 || weightTo > 0 || petSizeIds.length > 0;

/** Whether it is for a pet of this weight and size; what is not known keeps nobody away. */
export const fitsWeight = ({ weightFrom, weightTo, petSizeIds }: ForWeights, weight: number, sizeId: string): boolean =>
  weight <= 0 || (isWithin(weight, weightFrom, weightTo) && (petSizeIds.length === 0 || sizeId === "0" || petSizeIds.includes(sizeId)));
