export const DAY_MINUTES = 1440;

const unit = (n: number, name: string): string => `${n} ${name}${n === 1 ? "" : "s"}`;

/** "1 hr 30 mins" (core §9: "N hr(s) M min(s)"); a part that is zero is left out. */
export const formatDuration = (minutes: number): string => {
  const total = Math.max(0, Math.round(minutes));
  const hours = Math.floor(total / 60);
  const rest = total % 60;
  if (hours === 0) return unit(rest, "min");
  return rest === 0 ? unit(hours, "hr") : `${unit(hours, "hr")} ${unit(rest, "min")}`;
};
