import { randomBytes } from "node:crypto";
import type { MessageInitShape } from "@bufbuild/protobuf";
import { type Ctx, fail, implement, ownStaffId, scopeLevel, sealNumbers, toTimestamp, unsealNumbers } from "@leashline/kit";
import { seal } from "@leashline/kit/permissions/sealing.ts";
import { type GoogleCalendarSchema, GoogleCalendarService } from "@leashline/proto/leashline/calendar/v1/google_calendar_service_pb.js";
import { ScopeKind, ScopeLevel } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { command, type Db, query } from "../db.ts";
import { businessOf, todayAt } from "../projections/business.ts";
import { listStaff } from "../projections/staff.store.ts";
import { EVERYBODY } from "../sync/feed.ts";
import { asItself, bringTogether, unlink } from "./bring-together.ts";
import { lookAgain, takeUp } from "./google.jobs.ts";
import { consentAddress, exchange, GoogleAway } from "./google.ts";
import { googleSettings } from "./google-settings.ts";
import { findLink, type LinkKey, type LinkRow, listLinks, numbersOf, saveLink } from "./link.store.ts";

const PURPOSE = "google-calendar";
const STATE_SECONDS = 3_600;

export const googleRpc = implement(GoogleCalendarService, {
  async listGoogleCalendars(request, ctx) {
    const business = await businessOf(ctx, request.businessId);
    const only = tiesAll(ctx) ? null : ownStaffId(ctx);
    const calendars = await query(ctx, async (db) => {
      const rows = await listLinks(db, business.businessId, only);
      const shown = [];
      for (const row of rows) shown.push(await toCalendar(db, row, todayAt(business, Date.now())));
      return shown;
    });
    return { available: googleSettings(ctx.runtime.config.env) !== null, calendars };
  },

  async beginGoogleCalendar(request, ctx) {
    const key = await keyFor(ctx, request);
    const staff = await query(ctx, (db) => listStaff(db, key.businessId, { hidden: true }));
    if (key.staffId !== EVERYBODY && !staff.some((one) => one.staffId === key.staffId && !one.deleted))
      throw fail("NOT_FOUND", { field: "staffId" });
    const { settings, redirectUri } = setUp(ctx);
    const until = Math.floor(Date.now() / 1_000) + STATE_SECONDS;
    const nonce = randomBytes(6).readUIntBE(0, 6);
    const facts = [ctx.companyId, key.businessId, key.staffId, ctx.caller.accountId, until, nonce].map(BigInt);
    return { address: consentAddress(settings, redirectUri, sealNumbers(ctx.runtime.config.signingKey, PURPOSE, facts)) };
  },

  async finishGoogleCalendar({ code, state }, ctx) {
    const { nonce, ...asked } = stated(ctx, state);
    const key = await keyFor(ctx, asked);
    const before = await query(ctx, (db) => findLink(db, key));
    if (before?.nonce === nonce) return { calendar: await shown(ctx, before) };
    const { settings, redirectUri } = setUp(ctx);
    const token = await exchange(settings, code, redirectUri).catch((error: Error) => {
      throw error instanceof GoogleAway
        ? fail("STATE_CONFLICT", { message: "Google did not answer. Please try again in a minute." })
        : error;
    });
    if (!token)
      throw fail("PARAMS_INVALID", { field: "code", message: "Google did not give access to the calendar. Please connect it again." });
    const refreshToken = seal(Buffer.from(token), ctx.runtime.config.signingKey, "google calendar");
    const link = await command(asItself(ctx, key), async (tx) => {
      const row = await saveLink(tx, { ...key, account: before?.account ?? "", nonce, refreshToken });
      takeUp(tx, key);
      tx.log({ entity: "google_calendar", id: key.staffId, action: "linked", note: ctx.caller.name, businessId: key.businessId });
      tx.notify("calendar.google", { businessId: key.businessId, ids: [key.staffId] });
      return row;
    });
    return { calendar: await shown(ctx, link) };
  },

  async syncGoogleCalendar(request, ctx) {
    const key = await keyFor(ctx, request);
    const link = await bringTogether(ctx, key);
    if (!link) throw fail("NOT_FOUND", { field: "staffId" });
    if (!link.connected) throw fail("CALENDAR_SYNC_DISCONNECTED");
    await command(asItself(ctx, key), async (tx) => lookAgain(tx, key, link.waiting > 0 ? 1_000 : 300_000));
    return { calendar: await shown(ctx, link) };
  },

  async unlinkGoogleCalendar(request, ctx) {
    const key = await keyFor(ctx, request);
    await unlink(ctx, await businessOf(ctx, key.businessId), key);
    return {};
  },
});

const tiesAll = (ctx: Ctx): boolean => scopeLevel(ctx, ScopeKind.CALENDAR_SYNC) > ScopeLevel.OWN;

/** One's own calendar; another's, or everybody's, with the permission for all. */
async function keyFor(ctx: Ctx, { businessId, staffId }: LinkKey): Promise<LinkKey> {
  if (staffId !== ownStaffId(ctx) && !tiesAll(ctx)) throw fail("NO_PERMISSION", { field: "staffId" });
  return { businessId: (await businessOf(ctx, businessId)).businessId, staffId };
}

function setUp({ runtime: { config } }: Ctx) {
  const settings = googleSettings(config.env);
  if (!settings) throw fail("STATE_CONFLICT", { message: "Google Calendar is not set up on this installation." });
  return { settings, redirectUri: `${config.publicUrl}/GoogleCalendarSync/callback` };
}

/** What the state was given for: to this account of this company, within the hour. */
function stated(ctx: Ctx, state: string): LinkKey & { nonce: string } {
  const [companyId, businessId, staffId, accountId, until, nonce] = unsealNumbers(ctx.runtime.config.signingKey, PURPOSE, state) ?? [];
  const own = String(companyId) === ctx.companyId && String(accountId) === ctx.caller.accountId;
  if (!own || nonce === undefined || Number(until) * 1_000 < Date.now()) throw fail("PARAMS_INVALID", { field: "state" });
  return { businessId: String(businessId), staffId: String(staffId), nonce: String(nonce) };
}

async function shown(ctx: Ctx, link: LinkRow) {
  const business = await businessOf(ctx, link.businessId);
  return await query(ctx, (db) => toCalendar(db, link, todayAt(business, Date.now())));
}

async function toCalendar(db: Db, link: LinkRow, today: string): Promise<MessageInitShape<typeof GoogleCalendarSchema>> {
  const { businessId, staffId, account, connected, waiting, fault } = link;
  return {
    businessId,
    staffId,
    account,
    connected,
    waiting,
    fault,
    syncTime: toTimestamp(link.syncTime),
    ...(await numbersOf(db, link, today)),
  };
}
