/** What a select offers, in order: the usual numbers, and the one that is set, if any is. */
export const choicesWith = (usual: readonly number[], set: string | undefined, label: (one: number) => string) =>
  [...new Set([...usual, ...(set === undefined ? [] : [Number(set)])])]
    .sort((a, b) => a - b)
    .map((one) => ({ value: String(one), label: label(one) }));
