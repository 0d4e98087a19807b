import { fromBinary } from "@bufbuild/protobuf";
import { type Ctx, instantAt } from "@leashline/kit";
import type { CalendarCard } from "@leashline/proto/leashline/calendar/v1/card_pb.js";
import { ListDayCardsResponseSchema } from "@leashline/proto/leashline/calendar/v1/card_service_pb.js";
import type { ICalEventData } from "ical-generator";
import { query } from "../db.ts";
import { type BusinessFacts, todayAt } from "../projections/business.ts";
import { listStaff } from "../projections/staff.store.ts";
import { currentCards } from "../rebuild/current-cards.ts";
import { EVERYBODY, feedSpan, wordsOf } from "./feed.ts";

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
  for (const card of cards)
    calendar.createEvent(eventOf(ctx, business, card, staffId === EVERYBODY ? (names.get(card.staffId) ?? "") : ""));
  return calendar.toString();
}

function eventOf({ runtime }: Ctx, { zone }: BusinessFacts, card: CalendarCard, staffName: string): ICalEventData {
  const page = new URL(runtime.config.publicUrl);
  page.pathname = "/calendar/grooming";
  const isBlock = card.appointmentId === "0";
  page.search = `?date=${card.date}${isBlock ? "" : `&appointment=${card.appointmentId}`}`;
  const start = instantAt(card.date, card.startTime, zone);
  const end = instantAt(card.endDate || card.date, card.endTime, zone);
  return {
    id: `${isBlock ? `block-${card.cardId}` : `appointment-${card.appointmentId}`}-${card.staffId}@${page.hostname}`,
    sequence: card.version,
    start,
    // Drawn as an hour where it ends as it begins (core §5).
    end: end > start ? end : new Date(start.getTime() + hour * 1_000),
    ...wordsOf(card, staffName),
    url: page.toString(),
  };
}
