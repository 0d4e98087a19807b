type Day = { heads?: number | undefined; morning: number; afternoon: number; heldMorning?: number; heldAfternoon?: number };

/** The half of the day for which more is kept says how much. */
const keptText = ({ heldMorning = 0, heldAfternoon = 0 }: Day): string => {
  const kept = Math.max(heldMorning, heldAfternoon);
  return kept === 0 ? "" : `, ${kept} more kept for requests`;
};

/** How full a day is, in a few words. */
export const headsText = (day: Day): string => {
  const { heads, morning, afternoon } = day;
  const of = (taken: number): string => (heads === undefined ? String(taken) : `${taken} of ${heads}`);
  if (heads === 0 && morning === 0 && afternoon === 0) return "no daycare";
  const booked = morning === afternoon ? of(morning) : `${of(morning)} in the morning, ${of(afternoon)} in the afternoon`;
  return `${booked}${keptText(day)}`;
};
