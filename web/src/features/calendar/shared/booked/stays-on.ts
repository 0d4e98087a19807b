import { useQuery } from "@connectrpc/connect-query";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { type LodgingCard, StayService } from "@leashline/proto/leashline/calendar/v1/stay_service_pb.js";
import { isoToDay } from "../../../../ui/format/dates.ts";
import { plural } from "../../../../ui/format/text.ts";
import { isoOf } from "../stay/stay-days.ts";
import { type Days, looksUntil } from "./booked-on.ts";

/** A boarding stay that begins or ends on the days. */
export type Passing = { readonly id: string; readonly who: string; readonly arrives?: string; readonly leaves?: string };
/** `sleeping`: stays that are there all the days. */
export type StaysOn = { readonly passing: readonly Passing[]; readonly sleeping: number };

/** What boarding stays are to days: what comes and goes on them is named, by its day; what only sleeps there is counted. */
export const staysOn = (cards: readonly LodgingCard[], { from, to }: Pick<Days, "from" | "to">): StaysOn => {
  const here = cards.filter(({ status }) => status !== AppointmentStatus.FINISHED && status !== AppointmentStatus.CANCELLED);
  const stays = [...Map.groupBy(here, ({ appointmentId }) => appointmentId)].flatMap(([id, own]) => {
    const [first] = own;
    const [arrives, leaves] = [isoOf(first?.stayStartDate), isoOf(first?.stayEndDate)];
    if (!first || arrives > to || leaves < from) return [];
    const pets = new Map(own.flatMap(({ petList }) => petList.map(({ petId, petName }) => [petId, petName])));
    const who = [[...pets.values()].join(", "), first.customerLastName && `(${first.customerLastName})`].filter(Boolean).join(" ");
    return [{ id, who, ...(arrives >= from && { arrives }), ...(leaves <= to && { leaves }) }];
  });
  const dayOf = ({ arrives, leaves }: Passing): string => arrives ?? leaves ?? "";
  const passing = stays.filter(dayOf).toSorted((a, b) => dayOf(a).localeCompare(dayOf(b)));
  return { passing, sleeping: stays.length - passing.length };
};

/** "2 stays arrive and 1 leaves"; nothing where none does. */
export const passingWords = ({ passing }: StaysOn): string => {
  const [arriving, leaving] = [passing.filter(({ arrives }) => arrives).length, passing.filter(({ leaves }) => leaves).length];
  const leave = leaving === 1 ? "leaves" : "leave";
  if (arriving === 0) return leaving === 0 ? "" : `${plural(leaving, "stay")} ${leave}`;
  return `${plural(arriving, "stay")} ${arriving === 1 ? "arrives" : "arrive"}${leaving === 0 ? "" : ` and ${leaving} ${leave}`}`;
};

const NOBODY: StaysOn = { passing: [], sleeping: 0 };

/** The boarding stays on days, of a long time in the first two months; of everybody, as a stay takes nobody's time. */
export const useStaysOn = ({ from, to, staffId }: Days): StaysOn => {
  const last = looksUntil({ from, to });
  const [startDate, endDate] = [isoToDay(from), isoToDay(last)];
  const { data } = useQuery(
    StayService.method.getLodgingCalendar,
    { ...(startDate && { startDate }), ...(endDate && { endDate }) },
    { enabled: !staffId && startDate !== undefined && endDate !== undefined && from <= to, meta: { quiet: true } },
  );
  return data ? staysOn(data.cards, { from, to: last }) : NOBODY;
};
