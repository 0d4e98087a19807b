import { useCan, useInfo } from "../../../app/session/session.ts";
import { type CalendarStaff, NO_STAFF } from "../shared/types.ts";
import { useMayMoveDay } from "./may-move-day.ts";

type Day = { staffId: string; date: string };
type Block = Day & { startTime: number; endTime: number; description: string; colorCode: string };
type Asked = {
  date: string;
  staffIds: readonly string[];
  people: readonly CalendarStaff[];
  onBlock: (block: Block) => void;
  onPick: () => void;
  onAway: (away: Day) => void;
};

/** What else can be done with the calendar, and with one person's day: only what this person can also carry out. Begins with the person who asks. */
export const useMore = ({ date, staffIds, people, onBlock, onPick, onAway }: Asked) => {
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
  const noon = { startTime: 720, endTime: 780, description: "", colorCode: "" };
  const block = { label: "Block time", run: () => onBlock({ staffId: someone, date, ...noon }) };
  return {
    more: mayBlock ? [block, ...beside] : beside,
    /** On a phone time is blocked by pressing it. */
    beside,
    ofDay: (staffId: string) =>
      mayBook && staffId !== NO_STAFF && mayMoveDay(staffId)
        ? [{ label: "Away this day: move appointments…", run: () => onAway({ staffId, date }) }]
        : [],
  };
};
