import { instantAt, job } from "@leashline/kit";
import { command, query } from "../db.ts";
import { shopOf } from "../storefront/shop.ts";
import { holdTime, taken } from "../storefront/times.ts";
import { readRequest, saveHold } from "./request.store.ts";
import type { AskedPet } from "./request.ts";

const mostMinutes = 43_200;

/** Makes the short hold of the storefront last until the visit would begin (at most thirty days), while staff have not decided. */
export const keepTime = job<{ id: string }>("keep-time", {
  run: async (ctx, { id }) => {
    const row = await query(ctx, (db) => readRequest(db, id));
    if (row?.state !== "submitted") return;
    const shop = await shopOf(ctx, row.business_id);
    const start = instantAt(row.date, row.start_time, shop.business.timezone_name).getTime();
    const holdMinutes = Math.min(mostMinutes, Math.floor((start - Date.now()) / 60_000));
    if (holdMinutes < 1) return;
    const pets = (row.pets as unknown as AskedPet[]).length;
    const wanted = { date: row.date, startTime: row.start_time, pets, holdMinutes, replaceToken: row.hold_token };
    const token = await holdTime(shop, [[row.end_time - row.start_time, [row.staff_id]]], wanted).then(
      (held) => held.token,
      (error) => {
        if (taken(error)) return "";
        throw error;
      },
    );
    await command({ ...ctx, idempotencyKey: "" }, (tx) => saveHold(tx, id, token));
  },
});

/** Finishes an acceptance whose process died, and accepts for businesses that accept by themselves. */
export const finishAccepting = job<{ id: string }>("finish-accepting", {
  attempts: 8,
  run: async (ctx, { id }) => {
    const { acceptRequest } = await import("./accept.ts");
    await acceptRequest({ ...ctx, idempotencyKey: "" }, id, null);
  },
});
