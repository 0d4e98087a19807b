import { fail, implement, mustBeCurrent } from "@leashline/kit";
import { PrintCardService } from "@leashline/proto/leashline/calendar/v1/print_card_service_pb.js";
import { command, query } from "../db.ts";
import { findSettings, saveSettings } from "./print-card.store.ts";
import { cardOf, cardsOfDay } from "./print-card.ts";

/** Care types whose pets stay. */
const STAYS = ["BOARDING", "DAYCARE"];

export const printCardRpc = implement(PrintCardService, {
  listPrintCards: (request, ctx) =>
    cardsOfDay(ctx, request, { staffIds: request.staffIds, careTypes: [], checkedInOnly: false }, request.historyCount),
  getPrintCard: ({ groomingId, historyCount }, ctx) => cardOf(ctx, groomingId, historyCount),
  listStayPrintCards: (request, ctx) => {
    const careTypes = request.serviceItemTypes.length > 0 ? request.serviceItemTypes : STAYS;
    return cardsOfDay(ctx, request, { staffIds: [], careTypes, checkedInOnly: request.isPetsCheckedInOnly }, 0);
  },
  getStayPrintCard: ({ groomingId }, ctx) => cardOf(ctx, groomingId, 0, STAYS),

  async getPrintCardSettings({ settingKey }, ctx) {
    return (await query(ctx, (db) => findSettings(db, ctx.caller.accountId, settingKey))) ?? {};
  },

  async updatePrintCardSettings({ settingKey, settings, version }, ctx) {
    const { accountId } = ctx.caller;
    const wanted = objectText(settings);
    return await command(ctx, async (tx) => {
      tx.lock([`print:${accountId}:${settingKey}`]);
      const before = await findSettings(tx.db, accountId, settingKey);
      mustBeCurrent(version, before?.version ?? 0);
      const after = { settings: wanted, version: (before?.version ?? 0) + 1 };
      await saveSettings(tx.db, accountId, settingKey, after);
      return after;
    });
  },
});

/** The layout of what is saved (growth §3), whatever its sender calls it. */
const layoutVersion = 1;

function objectText(text: string): string {
  const read = parsed(text);
  if (typeof read !== "object" || read === null || Array.isArray(read))
    throw fail("PARAMS_INVALID", { field: "settings", reason: "a JSON object is needed" });
  return JSON.stringify({ ...read, version: layoutVersion });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
