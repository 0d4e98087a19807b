import { timestampDate } from "@bufbuild/protobuf/wkt";
import { asTenant, type Ctx, job, type Tx } from "@leashline/kit";
import { MailService } from "@leashline/proto/leashline/message/v1/mail_service_pb.js";
import { command, type DB, query } from "../db.ts";
import { readSetting } from "../settings/setting.store.ts";
import { readBusiness } from "../storefront/shop.store.ts";
import { changeFlow } from "./abandoned.events.ts";
import { lockFlow, readFlow } from "./abandoned.store.ts";
import type { AbandonedRow } from "./abandoned.ts";
import { readRecovery, toldSince } from "./recovery.store.ts";
import { dueAt, isWanted, type Recovery, wordsFor } from "./recovery.ts";
import { resumeToken } from "./resume.ts";

const ONCE_IN_MS = 7 * 86_400_000;

/** Plans the message with each sign of life, so that it comes after the last. */
export function planRecovery(tx: Tx<DB>, setting: Recovery, flowId: string, { seenAt, zone }: { seenAt: Date; zone: string }): void {
  if (setting.isEnabled) tx.schedule(recoverBooking, { key: flowId, dueAt: dueAt(setting, seenAt, zone), payload: { flowId } });
}

/** Writes to somebody who left, unless somebody else did, or they came back. Said again after a crash, nothing goes out twice. */
export const recoverBooking = job<{ flowId: string }>("recover-booking", {
  attempts: 8,
  run: async (given, { flowId }) => {
    const ctx: Ctx = { ...given, idempotencyKey: "" };
    const found = await query(ctx, async (db) => {
      const row = await readFlow(db, flowId);
      if (!row) return undefined;
      const [recovery, page, shop] = [
        await readRecovery(db, row.businessId),
        await readSetting(db, row.businessId),
        await readBusiness(db, row.businessId),
      ];
      const told = await toldSince(db, row.businessId, row.contacts, new Date(Date.now() - ONCE_IN_MS));
      return { row, recovery, page, business: shop?.business, told };
    });
    if (!found?.business || !found.page?.isEnable || found.told) return;
    const { row, recovery, business, page } = found;
    const due = dueAt(recovery, row.seenAt, business.timezoneName);
    if (recovery.isEnabled && due > new Date()) return await command(ctx, (tx) => later(tx, row, due)).then(() => undefined);
    if (!isWanted(recovery, row, new Date())) return;
    const { businessName } = business;
    const link = `${ctx.runtime.config.publicUrl}/ol/${page.bookOnlineName}/book?resume=${resumeToken(ctx, row.id)}`;
    const { texted, emailed, textWaitsUntil } = await asTenant(ctx, {
      companyId: ctx.companyId,
      businessId: row.businessId,
      name: "Automation",
    })
      .client(MailService)
      .sendToPerson({
        customerId: row.customerId,
        // A number that was only typed may be anybody's.
        phoneNumber: row.verified.includes("phone") ? row.customer.phoneNumber : "",
        email: row.customer.email,
        subject: `Your booking at ${businessName}`,
        text: wordsFor(recovery, row.customer, businessName, link),
        useCase: "booking recovery",
        dedupeKey: `recover-booking:${row.id}`,
      });
    // One who got the e-mail needs no text beside it in the morning.
    if (textWaitsUntil && !emailed) await command(ctx, (tx) => later(tx, row, timestampDate(textWaitsUntil)));
    if (texted || emailed) await command(ctx, (tx) => noteTold(tx, row, { texted, emailed }));
  },
});

async function later(tx: Tx<DB>, { flowId, businessId }: AbandonedRow, due: Date): Promise<object> {
  tx.schedule(recoverBooking, { key: flowId, dueAt: due, payload: { flowId }, businessId });
  return {};
}

async function noteTold(tx: Tx<DB>, { id, businessId }: AbandonedRow, ways: { texted: boolean; emailed: boolean }): Promise<object> {
  const now = new Date();
  const before = await lockFlow(tx, id);
  const times = { ...(ways.texted && { lastTextedAt: now }), ...(ways.emailed && { lastEmailedAt: now }) };
  await changeFlow(tx, before, { ...times, ...(before.status === "abandoned" && { status: "contacted" }) });
  tx.log({ entity: "abandoned_booking", id, action: "contact", businessId, actorName: "Automation" });
  tx.notify("online_booking.abandoned", { businessId });
  return {};
}
