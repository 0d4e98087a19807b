import { asTenant, type Ctx, fail, implement, listed, ownStaffId, type Page, scopeLevel } from "@leashline/kit";
import { CalendarFeedService } from "@leashline/proto/leashline/calendar/v1/calendar_feed_service_pb.js";
import { ScopeKind, ScopeLevel } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { type CalendarTx, command, query } from "../db.ts";
import { businessOf } from "../projections/business.ts";
import { listStaff } from "../projections/staff.store.ts";
import { keyOfToken, toFeed } from "./feed.mapper.ts";
import { countFeeds, type FeedKey, findFeed, listFeeds, noteRead, openFeed, outdateFeed } from "./feed.store.ts";
import { EVERYBODY } from "./feed.ts";
import { feedFile } from "./feed-file.ts";

const readNoteMs = 3_600_000;

export const feedRpc = implement(CalendarFeedService, {
  async listCalendarFeeds(request, ctx) {
    const { businessId } = await businessOf(ctx, request.businessId);
    const of = { businessId, only: opensAll(ctx) ? null : ownStaffId(ctx) };
    return await query(ctx, async (db) => {
      const read = (page: Page) => listFeeds(db, of, page);
      const { rows, nextPageToken } = await listed(request, { standard: 200, most: 500, read, key: (row) => [row.staffId] });
      return { feeds: rows.map((row) => toFeed(ctx, row)), nextPageToken, total: await countFeeds(db, of) };
    });
  },

  async openCalendarFeed(request, ctx) {
    const key = await keyFor(ctx, request);
    const staff = await query(ctx, (db) => listStaff(db, key.businessId, { hidden: true }));
    const works = staff.some((one) => one.staffId === key.staffId && !one.deleted);
    if (key.staffId !== EVERYBODY && !works) throw fail("NOT_FOUND", { field: "staffId" });
    return await command(ctx, async (tx) => {
      const row = await openFeed(tx.db, key);
      changed(tx, key, "opened");
      return { feed: toFeed(ctx, row) };
    });
  },

  async renewCalendarFeed(request, ctx) {
    const key = await keyFor(ctx, request);
    return await command(ctx, async (tx) => {
      const row = await outdateFeed(tx.db, key, true);
      if (!row) throw fail("NOT_FOUND", { field: "staffId" });
      changed(tx, key, "renewed");
      return { feed: toFeed(ctx, row) };
    });
  },

  async closeCalendarFeed(request, ctx) {
    const key = await keyFor(ctx, request);
    return await command(ctx, async (tx) => {
      if (await outdateFeed(tx.db, key, false)) changed(tx, key, "closed");
      return {};
    });
  },

  async readCalendarFeed({ token }, ctx) {
    const key = keyOfToken(ctx, token);
    if (!key) throw fail("NOT_FOUND");
    const reader = asTenant(ctx, { companyId: key.companyId, businessId: key.businessId, name: "Calendar feed" });
    const row = await query(reader, (db) => findFeed(db, key, key.serial));
    const file = row && (await feedFile(reader, await businessOf(reader, key.businessId), key.staffId));
    if (!file) throw fail("NOT_FOUND");
    if (Date.now() - (row.readTime?.getTime() ?? 0) > readNoteMs) await command(reader, (tx) => noteRead(tx.db, key).then(() => ({})));
    return { file };
  },
});

const opensAll = (ctx: Ctx): boolean => scopeLevel(ctx, ScopeKind.CALENDAR_SYNC) > ScopeLevel.OWN;

/** One's own feed; another's, or everybody's, with the permission for all. */
async function keyFor(ctx: Ctx, { businessId, staffId }: FeedKey): Promise<FeedKey> {
  if (staffId !== ownStaffId(ctx) && !opensAll(ctx)) throw fail("NO_PERMISSION", { field: "staffId" });
  return { businessId: (await businessOf(ctx, businessId)).businessId, staffId };
}

function changed(tx: CalendarTx, { businessId, staffId }: FeedKey, action: string): void {
  tx.log({ entity: "calendar_feed", id: staffId, action, businessId });
  tx.notify("calendar.feeds", { businessId, ids: [staffId] });
}
