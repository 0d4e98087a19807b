import { fromBinary } from "@bufbuild/protobuf";
import { type Ctx, instantAt } from "@leashline/kit";
import { type CalendarCard, CardType } from "@leashline/proto/leashline/calendar/v1/card_pb.js";
import { ListDayCardsResponseSchema } from "@leashline/proto/leashline/calendar/v1/card_service_pb.js";
import type { ICalEventData } from "ical-generator";
import { query } from "../db.ts";
import { type BusinessFacts, todayAt } from "../projections/business.ts";
import { listStaff } from "../projections/staff.store.ts";
import { currentCards } from "../rebuild/current-cards.ts";
import { EVERYBODY, feedSpan, nthOfPerson, wordsOf } from "./feed.ts";

const hour = 3_600;

/** The feed of a staff member, or of everybody, as an iCalendar file that readers look at again every hour; null for staff who do not work there. */
export async function feedFile(ctx: Ctx, business: BusinessFacts, staffId: string): Promise<string | null> {
  const { businessId } = business;
  const staff = await query(ctx, (db) => listStaff(db, businessId, { hidden: true }));
  const names = new Map(staff.filter((one) => !one.deleted).map((one) => [one.staffId, `${one.firstName} ${one.lastName}`.trim()]));
  if (staffId !== EVERYBODY && !names.has(staffId)) return null;
  const staffIds = staffId === EVERYBODY ? [] : [staffId];
  const asked = { ...feedSpan(staffId, todayAt(business, Date.now())), businessId, staffIds, statuses: [], notes: false };
  const { cards } = fromBinary(ListDayCardsResponseSchema, await currentCards(ctx, asked));
  // Loaded with the first feed that is read, not with the service.
  const { default: ical, ICalCalendarMethod } = await import("ical-generator");
  const calendar = ical({
    prodId: { company: "Leashline", product: "Calendar" },
    name: names.get(staffId) ?? "Appointments",
    method: ICalCalendarMethod.PUBLISH,
    ttl: hour,
  });
  const nthOf = nthOfPerson(cards);
  for (const card of cards) {
    const event = eventOf(ctx, business, card, staffId === EVERYBODY ? (names.get(card.staffId) ?? "") : "");
    calendar.createEvent({ ...event, id: `${keyOf(card, nthOf(card))}@${new URL(ctx.runtime.config.publicUrl).hostname}` });
  }
  return calendar.toString();
}

/** By this readers know an event again, whatever changes about it. */
function keyOf(card: CalendarCard, nth: number): string {
  if (card.appointmentId !== "0") return `appointment-${card.appointmentId}-${card.staffId}${nth === 0 ? "" : `-${nth}`}`;
  return `${kinds.get(card.cardType) ?? "block"}-${card.cardId}-${card.staffId}`;
}
const kinds = new Map([
  [CardType.CLASS_SESSION, "class"],
  [CardType.BOOKING_REQUEST, "request"],
]);

function eventOf({ runtime }: Ctx, { zone }: BusinessFacts, card: CalendarCard, staffName: string): Omit<ICalEventData, "id"> {
  const page = new URL(runtime.config.publicUrl);
  page.pathname = "/calendar/grooming";
  page.search = `?date=${card.date}${card.appointmentId === "0" ? "" : `&appointment=${card.appointmentId}`}`;
  const start = instantAt(card.date, card.startTime, zone);
  const end = instantAt(card.endDate || card.date, card.endTime, zone);
  return {
    sequence: card.version,
    start,
    // Drawn as an hour where it ends as it begins (core §5).
    end: end > start ? end : new Date(start.getTime() + hour * 1_000),
    ...wordsOf(card, staffName),
    url: page.toString(),
  };
}
