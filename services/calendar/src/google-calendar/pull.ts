import type { Ctx } from "@leashline/kit";
import { deleteBlockRow, nextBlockIds, readBlocks, saveBlock } from "../blocks/block.store.ts";
import { inTheWay } from "../blocks/placement.ts";
import type { Block } from "../cards/card.ts";
import { type CalendarTx, command, query } from "../db.ts";
import { type Days, loadDays } from "../occupancy/days.store.ts";
import { over, staffLocks } from "../occupancy/resource-lock.ts";
import type { BusinessFacts } from "../projections/business.ts";
import { overlaps } from "../scheduling/minutes.ts";
import { EVERYBODY } from "../sync/feed.ts";
import { busyParts, isOurs, type Part, type Span } from "./busy.ts";
import { type CalendarAtGoogle, ChangesLost, type GoogleEvent } from "./google.ts";
import { blocksFromGoogle, type KeptEvent, type LinkRow, listEvents, moveLink, outdateEvents } from "./link.store.ts";

const DESCRIPTION = "Busy (Google Calendar)";

type Read = { account: string; events: GoogleEvent[]; syncToken: string; full: boolean };

async function readChanges(google: CalendarAtGoogle, link: LinkRow, { from, to }: Span, zone: string): Promise<Read> {
  const instant = (day: string) => Temporal.PlainDate.from(day).toZonedDateTime(zone).toInstant().toString();
  // The window moves on with each day.
  if (link.syncToken !== "" && link.readDay === from) {
    try {
      return { ...(await google.read({ syncToken: link.syncToken })), full: false };
    } catch (error) {
      if (!(error instanceof ChangesLost)) throw error;
    }
  }
  return { ...(await google.read({ timeMin: instant(from), timeMax: instant(to) })), full: true };
}

/** Those of our own events that somebody changed or took out at Google. */
function touched(kept: readonly KeptEvent[], { events, full }: Read): string[] {
  const found = new Map(events.map((event) => [event.id, event]));
  return kept
    .filter(({ eventId, etag }) => {
      const event = found.get(eventId);
      return event ? event.status === "cancelled" || event.etag !== etag : full;
    })
    .map(({ eventId }) => eventId);
}

/** Takes over what changed in the Google calendar. Answers the link as it then is; null when another run has brought it further meanwhile. */
export async function pull(
  ctx: Ctx,
  google: CalendarAtGoogle,
  business: BusinessFacts,
  link: LinkRow,
  span: Span,
): Promise<LinkRow | null> {
  const read = await readChanges(google, link, span, business.zone);
  const outdated = touched(await query(ctx, (db) => listEvents(db, link)), read);
  return await command(ctx, async (tx) => {
    const change = { syncToken: read.syncToken, readDay: span.from, account: read.account || link.account };
    const moved = await moveLink(tx, link, change);
    if (!moved) return null;
    await outdateEvents(tx, link, outdated);
    if (link.staffId !== EVERYBODY) await placeBusy(tx, { business, link, span, read });
    return moved;
  });
}

type Placing = { business: BusinessFacts; link: LinkRow; span: Span; read: Read };
type Wanted = Part & { externalId: string };

const keyOf = ({ externalId, date, start, end }: Wanted): string => `${date} ${start} ${end} ${externalId}`;

async function placeBusy(tx: CalendarTx, { business, link, span, read }: Placing): Promise<void> {
  const owner = { companyId: tx.ctx.companyId, publicUrl: tx.ctx.runtime.config.publicUrl };
  const others = read.events.filter((event) => !isOurs(event, owner));
  const wanted = new Map(
    others
      .flatMap((event) => busyParts(event, business.zone, span).map((part) => ({ ...part, externalId: event.id })))
      .map((one) => [keyOf(one), one]),
  );
  const about = read.full ? null : others.map(({ id }) => id);
  const ids = await blocksFromGoogle(tx.db, link, span.from, about);
  const there = await readBlocks(tx.db, ids);
  const known = new Set(there.map(keyOf));
  const gone = there.filter((block) => !wanted.has(keyOf(block)));
  const fresh = [...wanted.values()].filter((one) => !known.has(keyOf(one)));
  if (gone.length + fresh.length === 0) return;
  const dates = [...new Set([...gone, ...fresh].map(({ date }) => date))].sort();
  tx.lock(dates.flatMap((date) => staffLocks([link.staffId], date, business.zone)));
  for (const block of gone) await deleteBlockRow(tx, block.id);
  await addBlocks(tx, business, link, fresh);
  const note = `${fresh.length} times blocked, ${gone.length} opened`;
  tx.log({ entity: "google_calendar", id: link.staffId, action: "read", note, businessId: business.businessId });
  tx.notify("calendar.cards", { businessId: business.businessId, dates, ids: [...ids] });
}

async function addBlocks(tx: CalendarTx, business: BusinessFacts, { staffId }: LinkRow, fresh: readonly Wanted[]): Promise<void> {
  const dates = fresh.map(({ date }) => date).sort();
  const [from, to] = [dates[0], dates.at(-1)];
  if (from === undefined || to === undefined) return;
  const days = await loadDays(tx.db, { ...business, who: [staffId], from, to, ...over(tx.ctx) });
  const ids = await nextBlockIds(tx, fresh.length);
  const placed: Wanted[] = [];
  for (const [nth, one] of fresh.entries()) {
    const asked = { ...one, staffId, description: DESCRIPTION, colorCode: "" };
    const overbooked = liesOver(days, asked, placed);
    const block: Block = { ...asked, id: ids[nth] as string, businessId: business.businessId, seriesId: "0", overbooked, version: 1 };
    await saveBlock(tx, business, block);
    placed.push(one);
  }
}

/** What happens in somebody's own life is so, whatever is booked here: it lies over it, and nobody books more. */
const liesOver = (days: Days, asked: Parameters<typeof inTheWay>[1], placed: readonly Wanted[]): boolean =>
  inTheWay(days, asked) !== null || placed.some((one) => one.date === asked.date && overlaps(one, asked));
