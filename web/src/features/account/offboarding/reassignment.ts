import { plural } from "../../../ui/format/text.ts";

/** What became of visits that somebody else took over. */
export const handedOver = ({ transferred, overbooked }: { transferred: number; overbooked: number }): string => {
  if (transferred === 0) return "";
  const overlap = overbooked > 0 ? ` ${plural(overbooked, "appointment")} ${overbooked === 1 ? "overlaps" : "overlap"} something now.` : "";
  return `${plural(transferred, "appointment")} reassigned.${overlap}`;
};
