import { type Ctx, fromConnectError, Refusal } from "@leashline/kit";
import { rulesOf } from "../automation/automation.rpc.ts";
import { needsOf, type Verdict, verdictOf } from "../automation/automation.ts";
import { changedIn, lackingFor, onFileOf } from "../automation/on-file.ts";
import { command, query } from "../db.ts";
import type { SettingRow } from "../settings/setting.store.ts";
import { roomless } from "../stays/rooms.ts";
import { readPageFacts, type Shop, shopWith } from "../storefront/shop.ts";
import { taken } from "../storefront/times.ts";
import { isKnown } from "../visitors/known.ts";
import { acceptAt } from "./accept.ts";
import { assignStaff } from "./assign.ts";
import { keepTime } from "./request.jobs.ts";
import { readRequest, saveAutomation } from "./request.store.ts";
import { careTypesOf, lastDayOf, type RequestRow } from "./request.ts";
import { tellOnce } from "./tell.ts";

/** Accepts what needs nobody, and says of the rest why somebody has to look. Begun again after a crash it goes by where the request stands. */
export async function automate(ctx: Ctx, id: string): Promise<void> {
  const [row, page] = await query(ctx, (db) => Promise.all([readRequest(db, id), readPageFacts(db, ctx.businessId)]));
  if (row?.state !== "submitted" && row?.state !== "accepting") return;
  if (!page) return await leave(ctx, row, "");
  const shop = shopWith(ctx, page, ctx.caller.name);
  if (row.state === "accepting") return await goOn(ctx, shop, row);
  const { setting } = page;
  if (!setting.autoAccept) return await leave(ctx, row, "");
  if (row.address?.outOfArea) return await leave(ctx, row, "Not accepted automatically: the address is outside your service areas.");
  if (row.address?.areaUnknown)
    return await leave(ctx, row, "Not accepted automatically: the address was not found on the map, so check that you go there.");
  const verdict = await verdictFor(ctx, row, setting);
  if (!verdict.accept) return await leave(ctx, row, verdict.because);
  const refused = await tryIt(ctx, shop, id, verdict.because);
  if (refused === undefined) return;
  const mayGoToOthers = setting.autoAssign && row.classId === "0" && !row.staffAsked && taken(refused);
  const still = mayGoToOthers ? await withSomebodyElse(ctx, shop, id, verdict.because) : refused;
  if (still === undefined) return;
  const kind = row.classId !== "0" ? "class" : row.endDate === null ? "time" : "room";
  const time = { class: "the class is full", time: "the time is no longer free", room: "there is no room left" }[kind];
  const why = taken(still) || roomless(still) ? time : (refusedWith(still)?.message ?? "").replace(/\.$/, "");
  await leave(ctx, row, `Not accepted automatically: ${why}.`);
}

/** What is being accepted, by staff or by an earlier try of ours, is waited for: only then there may be somebody to tell. */
async function goOn(ctx: Ctx, shop: Shop, row: RequestRow): Promise<void> {
  if ((await tryIt(ctx, shop, row.id, "")) !== undefined) await leave(ctx, row, "");
}

async function verdictFor(ctx: Ctx, row: RequestRow, setting: SettingRow): Promise<Verdict> {
  const rules = rulesOf(setting);
  const careTypes = careTypesOf(row.pets);
  const needs = needsOf(rules, careTypes);
  const look = needs.profile || needs.vaccines.length > 0;
  const known = await isKnown(ctx, row.customerId);
  const file = look ? await onFileOf(ctx, row.customerId) : undefined;
  return verdictOf(rules, {
    careTypes,
    isKnown: known,
    changes: file ? changedIn(row, file) : look && row.customerId !== "0" ? ["the client is no longer on file"] : [],
    lacking: needs.vaccines.length > 0 ? await lackingFor(ctx, { ...row, date: lastDayOf(row) }, file, needs.vaccines) : new Map(),
  });
}

/** The refusal, if there is one; faults and outages make the job come again. */
async function tryIt(ctx: Ctx, shop: Shop, id: string, because: string): Promise<unknown> {
  return await acceptAt(ctx, shop, id, { choice: null, because }).then(() => undefined, refusalIn);
}

async function withSomebodyElse(ctx: Ctx, shop: Shop, id: string, because: string): Promise<unknown> {
  const row = await query(ctx, (db) => readRequest(db, id));
  if (row?.state !== "submitted") return undefined;
  const before = row.staffId;
  const assigned = await assignStaff(ctx, row).catch(refusalIn);
  if (!isRow(assigned)) return assigned;
  const why = assigned.staffId === before ? because : because.replace(/\.$/, `, with ${assigned.staffName}, who is free.`);
  return await tryIt(ctx, shop, id, why);
}

const isRow = (value: unknown): value is RequestRow => typeof value === "object" && value !== null && "holdToken" in value;

/** By us or by a service that was asked. */
const refusedWith = (error: unknown): Refusal | null => (error instanceof Refusal ? error : fromConnectError(error));

function refusalIn(error: unknown): unknown {
  const refusal = refusedWith(error);
  if (!refusal || refusal.code === 0 || refusal.options.retryAfterSeconds) throw error;
  return error;
}

/** It waits like any other request, with its time kept. */
async function leave(ctx: Ctx, { id, businessId }: RequestRow, because: string): Promise<void> {
  await command(ctx, async (tx) => {
    const waits = await saveAutomation(tx, id, because);
    if (waits && because) tx.log({ entity: "booking_request", id, action: "wait", businessId, note: because, actorName: "Automation" });
    if (waits) {
      await tellOnce(tx, id);
      tx.notify("online_booking.requests", { businessId, ids: [id] });
    }
    tx.schedule(keepTime, { key: id, dueAt: new Date(), payload: { id }, businessId });
    return {};
  });
}
