/** A bill with a class among what it is for, by the care types of its lines: due once the pet is in the class, though no appointment says so. */
export const isForClass = (careTypes: readonly string[]): boolean => careTypes.includes("GROUP_CLASS");
