const plain = (text: string): string => text.trim().toLowerCase();

/** Whether something is for a kind of pet; without kinds it is for all. */
export const isForType = (petTypes: readonly string[], petType: string): boolean =>
  petTypes.length === 0 || petTypes.some((one) => plain(one) === plain(petType));
