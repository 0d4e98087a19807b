import { instantAt } from "@leashline/kit";
import type { ICalEventData } from "ical-generator";
import type { Rule } from "../series/rule.ts";
import type { FedEntry } from "./feed-entries.ts";
import { foldSeries, type Repeated, ruleText } from "./feed-series.ts";
import { icalTime, zoneOfFeed } from "./feed-zone.ts";

/** What a feed is: whose, of where, and which days. */
export type Feed = {
  readonly name: string;
  readonly zone: string;
  readonly publicUrl: string;
  readonly from: string;
  readonly to: string;
};

const hour = 3_600;

/** An iCalendar file that readers look at again every hour: what repeats goes by the clock of the business, anything else by instants. */
export async function icalOf(feed: Feed, entries: readonly FedEntry[], rules: ReadonlyMap<string, Rule>): Promise<string> {
  // Loaded with the first feed that is read, not with the service.
  const { default: ical, ICalCalendarMethod } = await import("ical-generator");
  const calendar = ical({
    prodId: { company: "Leashline", product: "Calendar" },
    name: feed.name,
    method: ICalCalendarMethod.PUBLISH,
    timezone: { name: null, generator: (zone) => zoneOfFeed(zone, feed.from, feed.to) },
    ttl: hour,
  });
  const { repeated, alone } = foldSeries(entries, rules);
  for (const one of repeated) for (const event of seriesEvents(feed, one)) calendar.createEvent(event);
  for (const one of alone) calendar.createEvent(eventOf(feed, one));
  return calendar.toString();
}

function pageOf({ publicUrl }: Feed, { date, appointmentId }: FedEntry): string {
  const page = new URL(publicUrl);
  page.pathname = "/calendar/grooming";
  page.search = `?date=${date}${appointmentId === "0" ? "" : `&appointment=${appointmentId}`}`;
  return page.toString();
}

const idOf = ({ publicUrl }: Feed, name: string): string => `${name}@${new URL(publicUrl).hostname}`;

/** The value of the library's own list, which is loaded late. */
const transparent = "TRANSPARENT" as ICalEventData["transparency"];

function eventOf(feed: Feed, entry: FedEntry): ICalEventData & { start: Date; end: Date } {
  const { key, date, start, minutes, version, summary, description, free } = entry;
  return {
    id: idOf(feed, key),
    sequence: version,
    start: instantAt(date, start, feed.zone),
    end: instantAt(date, start + minutes, feed.zone),
    summary,
    description,
    url: pageOf(feed, entry),
    ...(free && { transparency: transparent }),
  };
}

/** The one that repeats, and each of its dates that differs. */
function seriesEvents(feed: Feed, { rule, first, last, version, leftOut, differing }: Repeated<FedEntry>): ICalEventData[] {
  const { zone } = feed;
  const onClock = (at: Date) => Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone);
  const startOn = (date: string) => onClock(instantAt(date, first.start, zone));
  const ofSeries = (entry: FedEntry): ICalEventData => {
    const event = eventOf(feed, entry);
    const id = idOf(feed, first.series);
    return { ...event, id, sequence: version, timezone: zone, start: onClock(event.start), end: onClock(event.end) };
  };
  const until = `${icalTime(startOn(last).withTimeZone("UTC").toPlainDateTime())}Z`;
  const without = leftOut.map((date) => icalTime(startOn(date).toPlainDateTime())).join(",");
  const repeating = [ruleText(rule, first.date, until), ...(without ? [`EXDATE;TZID=${zone}:${without}`] : [])].join("\n");
  return [
    { ...ofSeries(first), repeating },
    ...differing.map(({ instead, entry }) => ({ ...ofSeries(entry), recurrenceId: startOn(instead) })),
  ];
}
