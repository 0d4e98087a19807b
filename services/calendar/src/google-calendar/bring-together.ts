import { asTenant, type Ctx } from "@leashline/kit";
import { unseal } from "@leashline/kit/permissions/sealing.ts";
import { deleteBlockRow } from "../blocks/block.store.ts";
import { command, query } from "../db.ts";
import { type BusinessFacts, businessOf, todayAt } from "../projections/business.ts";
import { listStaff } from "../projections/staff.store.ts";
import { EVERYBODY, feedSpan } from "../sync/feed.ts";
import { type CalendarAtGoogle, calendarAtGoogle, GoogleAway, LinkEnded } from "./google.ts";
import { googleSettings } from "./google-settings.ts";
import { blocksFromGoogle, deleteLink, findLink, type LinkChange, type LinkKey, type LinkRow, listEvents, moveLink } from "./link.store.ts";
import { pull } from "./pull.ts";
import { inSmallNumbers, push } from "./push.ts";

/** Work that may run at any time and several times: what it stores is right by the state of the link, not by anybody's key. */
export const asItself = ({ runtime, companyId }: Ctx, { businessId }: LinkKey): Ctx =>
  asTenant({ runtime }, { companyId, businessId, name: "Google Calendar" });

function opened({ runtime }: Ctx, link: LinkRow): CalendarAtGoogle | null {
  const settings = googleSettings(runtime.config.env);
  if (!settings) return null;
  try {
    return calendarAtGoogle(settings, unseal(link.refreshToken, runtime.config.signingKey, "google calendar").toString());
  } catch {
    throw new LinkEnded("sealed with another key");
  }
}

async function namesOf(ctx: Ctx, businessId: string): Promise<Map<string, string>> {
  const staff = await query(ctx, (db) => listStaff(db, businessId, { hidden: true }));
  return new Map(staff.filter((one) => !one.deleted).map((one) => [one.staffId, `${one.firstName} ${one.lastName}`.trim()]));
}

/** Both ways, once: what changed at Google is taken over, then what changed here is written there. Answers the link as it is then. */
export async function bringTogether(caller: Ctx, key: LinkKey): Promise<LinkRow | null> {
  const ctx = asItself(caller, key);
  const link = await query(ctx, (db) => findLink(db, key));
  if (!link?.connected) return link ?? null;
  const business = await businessOf(ctx, key.businessId);
  const names = await namesOf(ctx, key.businessId);
  if (key.staffId !== EVERYBODY && !names.has(key.staffId)) {
    await unlink(ctx, business, key);
    return null;
  }
  return await noted(ctx, key, await outcomeOf(ctx, business, link, names));
}

async function outcomeOf(ctx: Ctx, business: BusinessFacts, link: LinkRow, names: ReadonlyMap<string, string>): Promise<LinkChange> {
  try {
    const google = opened(ctx, link);
    if (!google) return { fault: "Google Calendar is no longer set up on this installation." };
    const { to } = feedSpan(link.staffId, todayAt(business, Date.now()));
    const span = { from: todayAt(business, Date.now()), to };
    await pull(ctx, google, business, link, span);
    const waiting = await push(ctx, { google, business, key: link, span, names });
    return { waiting, fault: "", syncTime: new Date() };
  } catch (error) {
    if (error instanceof LinkEnded) return { connected: false };
    if (error instanceof GoogleAway) return { fault: "Google Calendar did not answer. We try again every five minutes." };
    throw error;
  }
}

/** What came of it, unless the calendar was tied anew or untied meanwhile. */
async function noted(ctx: Ctx, key: LinkKey, change: LinkChange): Promise<LinkRow | null> {
  return await command(ctx, async (tx) => {
    const link = await findLink(tx.db, key);
    const moved = link && (await moveLink(tx, link, change));
    if (change.connected === false)
      tx.log({ entity: "google_calendar", id: key.staffId, action: "disconnected", businessId: key.businessId });
    tx.notify("calendar.google", { businessId: key.businessId, ids: [key.staffId] });
    return moved ?? link ?? null;
  });
}

/** Nothing of it is left: not there, as far as Google answers, and not here from today on. */
export async function unlink(caller: Ctx, business: BusinessFacts, key: LinkKey): Promise<void> {
  const ctx = asItself(caller, key);
  const link = await query(ctx, (db) => findLink(db, key));
  if (!link) return;
  const from = todayAt(business, Date.now());
  const events = await query(ctx, (db) => listEvents(db, key));
  try {
    const google = link.connected ? opened(ctx, link) : null;
    await inSmallNumbers(google ? events.filter(({ day }) => day >= from) : [], async ({ eventId }) => google?.remove(eventId));
    await google?.leave();
  } catch (error) {
    if (!(error instanceof LinkEnded || error instanceof GoogleAway)) throw error;
  }
  await command(ctx, async (tx) => {
    for (const id of await blocksFromGoogle(tx.db, key, from, null)) await deleteBlockRow(tx, id);
    await deleteLink(tx, key);
    tx.log({ entity: "google_calendar", id: key.staffId, action: "unlinked", businessId: key.businessId });
    tx.notify("calendar.google", { businessId: key.businessId, ids: [key.staffId] });
    tx.notify("calendar.cards", { businessId: key.businessId });
  });
}
