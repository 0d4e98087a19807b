/** What a select offers, in order: the usual numbers, and the one that is set. */
export const choicesWith = (usual: readonly number[], set: string, label: (one: number) => string) =>
  [...new Set([...usual, Number(set)])].sort((a, b) => a - b).map((one) => ({ value: String(one), label: label(one) }));

export const hoursText = (hours: number): string => (hours > 24 && hours % 24 === 0 ? `${hours / 24} days` : `${hours} hours`);
