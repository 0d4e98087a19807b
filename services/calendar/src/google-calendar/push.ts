import { fromBinary } from "@bufbuild/protobuf";
import type { Ctx } from "@leashline/kit";
import { ListDayCardsResponseSchema } from "@leashline/proto/leashline/calendar/v1/card_service_pb.js";
import { command, query } from "../db.ts";
import type { BusinessFacts } from "../projections/business.ts";
import { currentCards } from "../rebuild/current-cards.ts";
import { EVERYBODY } from "../sync/feed.ts";
import type { Span } from "./busy.ts";
import type { CalendarAtGoogle } from "./google.ts";
import { deleteEvents, type LinkKey, listEvents, saveEvents, type WrittenEvent } from "./link.store.ts";
import { type Shown, shownBy, workOf } from "./shown.ts";

/** In one go; the rest waits for the next. */
const MOST_WRITES = 120;
const AT_ONCE = 4;

/** Runs them a few at a time; the first that fails ends the rest. */
export async function inSmallNumbers<T>(tasks: readonly T[], run: (task: T) => Promise<void>): Promise<void> {
  const left = tasks.values();
  const hand = async () => {
    for (const task of left) await run(task);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, hand));
}

async function wantedBy(ctx: Ctx, business: BusinessFacts, key: LinkKey, span: Span, names: ReadonlyMap<string, string>) {
  const staffIds = key.staffId === EVERYBODY ? [] : [key.staffId];
  const asked = { ...span, businessId: business.businessId, staffIds, statuses: [], notes: false };
  const { cards } = fromBinary(ListDayCardsResponseSchema, await currentCards(ctx, asked));
  const where = { companyId: ctx.companyId, key, zone: business.zone, publicUrl: ctx.runtime.config.publicUrl };
  return shownBy(where, cards, names);
}

export type Pushing = { google: CalendarAtGoogle; business: BusinessFacts; key: LinkKey; span: Span; names: ReadonlyMap<string, string> };

/** Makes the Google calendar show the appointments as they are here. Answers how many are left to do. */
export async function push(ctx: Ctx, { google, business, key, span, names }: Pushing): Promise<number> {
  const wanted = await wantedBy(ctx, business, key, span, names);
  const work = workOf(wanted, await query(ctx, (db) => listEvents(db, key)), span.from);
  const tasks = [...work.remove, ...work.put];
  const now = tasks.slice(0, MOST_WRITES);
  const written: WrittenEvent[] = [];
  const removed: string[] = [...work.forget];
  try {
    await inSmallNumbers(now, async (task) => {
      if (typeof task === "string") {
        await google.remove(task);
        removed.push(task);
      } else written.push(recordOf(task.shown, await google.put(task.shown.body, task.isNew)));
    });
  } finally {
    // Whatever Google has taken is noted, also when a later one failed.
    if (written.length + removed.length > 0)
      await command(ctx, async (tx) => {
        await saveEvents(tx, key, written);
        await deleteEvents(tx, key, removed);
      });
  }
  return tasks.length - now.length;
}

const recordOf = ({ body, appointmentId, day, fingerprint }: Shown, etag: string): WrittenEvent => ({
  eventId: body.id,
  appointmentId,
  day,
  fingerprint,
  etag,
});
