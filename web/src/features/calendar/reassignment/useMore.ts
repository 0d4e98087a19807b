import { useCan, useInfo } from "../../../app/session/session.ts";
import { type CalendarStaff, NO_STAFF } from "../shared/types.ts";
import { useMayMoveDay } from "./may-move-day.ts";

type Day = { staffId: string; date: string };
type Asked = {
  date: string;
  staffIds: readonly string[];
  people: readonly CalendarStaff[];
  /** With whom the open appointment is. */
  at: string | undefined;
  /** Blocks time with the first of these who works that day, or with this one. */
  onBlock: (wanted: readonly string[], of?: string) => void;
  onPick: () => void;
  onAway: (away: Day) => void;
};

/** What else can be done with the calendar, and with one person's day: only what this person can also carry out. Begins with the person who asks. */
export const useMore = ({ date, staffIds, people, at, onBlock, onPick, onAway }: Asked) => {
  const me = useInfo().staffId ?? "";
  const [mayBook, mayBlock] = [useCan("createAndEditTicket"), useCan("manageBlocks")];
  const mayMoveDay = useMayMoveDay();
  const [chosen] = staffIds;
  const works = people.some(({ staffId }) => staffId === me);
  const someone = chosen ?? (works ? me : people[0]?.staffId) ?? "";
  const away = [someone, me].find((one) => people.some(({ staffId }) => staffId === one) && mayMoveDay(one));
  const beside = [
    { label: "Select appointments", run: onPick },
    ...(away ? [{ label: "When somebody is away…", run: () => onAway({ staffId: away, date }) }] : []),
  ];
  const block = (wanted: readonly string[], of?: string) => ({ label: "Block time", run: () => onBlock(wanted, of) });
  return {
    more: mayBlock ? [block(at ? [at, someone] : [someone]), ...beside] : beside,
    /** On a phone time is blocked by pressing it. */
    beside,
    ofDay: (staffId: string) =>
      staffId === NO_STAFF
        ? []
        : [
            ...(mayBlock ? [block([staffId], staffId)] : []),
            ...(mayBook && mayMoveDay(staffId)
              ? [{ label: "Away this day: move appointments…", run: () => onAway({ staffId, date }) }]
              : []),
          ],
  };
};
