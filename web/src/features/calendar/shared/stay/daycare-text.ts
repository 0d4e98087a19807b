type Day = { heads?: number | undefined; morning: number; afternoon: number };

/** How full a day is, in a few words. */
export const headsText = ({ heads, morning, afternoon }: Day): string => {
  const of = (taken: number): string => (heads === undefined ? String(taken) : `${taken} of ${heads}`);
  if (heads === 0 && morning === 0 && afternoon === 0) return "no daycare";
  return morning === afternoon ? of(morning) : `${of(morning)} in the morning, ${of(afternoon)} in the afternoon`;
};
