import { DAY_MINUTES } from "../../../../ui/format/duration.ts";
import { openHours } from "./preferred-words.ts";

/** With whom and when somebody likes to come, as a form holds it. */
export type PreferredVisitValues = {
  preferredGroomerId: string;
  preferredDay: string[];
  preferredFrom: number | undefined;
  preferredUntil: number | undefined;
};
type Wire = { preferredGroomerId: string; preferredDay: number[]; preferredTime: number[] };

export const preferredOf = ({ preferredGroomerId, preferredDay, preferredTime }: Wire): PreferredVisitValues => {
  const { from, until } = openHours(preferredTime);
  return { preferredGroomerId, preferredDay: preferredDay.map(String), preferredFrom: from, preferredUntil: until };
};

/** One end of the hours alone is the whole of that side of the day. */
export const preferredInput = ({ preferredGroomerId, preferredDay, preferredFrom, preferredUntil }: PreferredVisitValues): Wire => {
  const any = preferredFrom === undefined && preferredUntil === undefined;
  return {
    preferredGroomerId,
    preferredDay: preferredDay.map(Number).sort((a, b) => a - b),
    preferredTime: any ? [] : [preferredFrom ?? 0, preferredUntil ?? DAY_MINUTES],
  };
};
