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

export const asksWeight = ({ weightFrom, weightTo, petSizeIds }: ForWeights): boolean =>
  weightFrom > 0 || weightTo > 0 || petSizeIds.length > 0;

/** Whether it is for a pet of this weight and size; what is not known keeps nobody away. */
export const fitsWeight = ({ weightFrom, weightTo, petSizeIds }: ForWeights, weight: number, sizeId: string): boolean =>
  weight <= 0 ||
  (weight >= weightFrom &&
    (weightTo <= 0 || weight <= weightTo) &&
    (petSizeIds.length === 0 || sizeId === "0" || petSizeIds.includes(sizeId)));
