import { useQuery } from "@connectrpc/connect-query";
import { CardService } from "@leashline/proto/leashline/calendar/v1/card_service_pb.js";
import { useCan } from "../../../app/session/session.ts";
import { addDays, isoToDay } from "../../../ui/format/dates.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";

/** Stands for no appointment of the shop's own. */
export const EXAMPLE = "0";
const [AHEAD, MOST] = [7, 10];

/** The next appointments of the week, for whoever sees the calendar. */
export const useComing = (): { id: string; label: string }[] => {
  const format = useFormat();
  const { date } = format.now();
  const [startDate, endDate] = [isoToDay(date), isoToDay(addDays(date, AHEAD))];
  const asked = { ...(startDate && { startDate }), ...(endDate && { endDate }) };
  const { data } = useQuery(CardService.method.listDayCards, asked, { enabled: useCan("viewCalendar"), meta: { quiet: true } });
  const labels = new Map<string, string>();
  for (const card of data?.cards ?? []) {
    if (card.appointmentId === "0" || labels.has(card.appointmentId)) continue;
    const who = [card.customerInfo?.firstName, card.pets.map(({ petName }) => petName).join(", ")].filter(Boolean).join(" · ");
    labels.set(card.appointmentId, `${format.day(card.date)} ${format.minutes(card.startTime)} · ${who}`);
  }
  return [...labels].slice(0, MOST).map(([id, label]) => ({ id, label }));
};
