import { type Ctx, job, type Tx } from "@leashline/kit";
import { ImportStatus } from "@leashline/proto/leashline/customer/v1/import_pb.js";
import { clientTypes } from "../clients/client.ts";
import { command, type DB, query } from "../db.ts";
import { planAnew } from "../search/plan-anew.store.ts";
import { type Batch, readBatch } from "./batch.ts";
import { emitBatch } from "./entering/batch-event.ts";
import {
  insertClients,
  insertNotes,
  insertPets,
  insertSearch,
  knownOf,
  logCreated,
  type Origin,
  rememberSeen,
} from "./entering/place.store.ts";
import { type Placed, place } from "./entering/place.ts";
import { deleteChunks, importById, insertIssues, lockImport, updateImport } from "./import.store.ts";
import { finished, type ImportRow, type Pass, running } from "./import.ts";
import { rollBackStep } from "./rollback.ts";

type Work = { importId: string; pass: Pass; number: number; country: string; staffId: string; name: string };

const batchRows = 500;
/** One run of the job works for so long, then lets others have the worker and goes on in the next. */
const sliceMs = 8_000;

/** Takes an import through one pass, batch by batch. Each batch is one transaction named by its place, so a killed pass goes on where it stood. */
export const importPass = job<Work>("import-pass", {
  leaseSeconds: 45,
  attempts: 5,
  run: async (ctx, work, meta) => {
    try {
      await runSlice(ctx, work);
    } catch (error) {
      if (meta.lastAttempt) await giveUp(ctx, work, error as Error);
      throw error;
    }
  },
});

async function runSlice(ctx: Ctx, work: Work): Promise<void> {
  const until = performance.now() + sliceMs;
  for (;;) {
    const row = await query(ctx, (db) => importById(db, work.importId));
    if (!row || row.passNumber !== work.number || row.status !== running[work.pass]) return;
    const more = work.pass === "rollback" ? await rollBackBatch(ctx, work, row) : await nextBatch(ctx, work, row);
    if (!more) return;
    if (performance.now() > until) return await goOnLater(ctx, work, row);
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
}

const stepOf = (work: Work, row: ImportRow, what = ""): string => `${work.number}:${row.atByte}:${what}`;

async function goOnLater(ctx: Ctx, work: Work, row: ImportRow): Promise<void> {
  const again = async (tx: Tx<DB>): Promise<object> => {
    tx.schedule(importPass, { key: work.importId, dueAt: new Date(), payload: work });
    return {};
  };
  await command(ctx, again, { step: stepOf(work, row, "later") });
}

async function giveUp(ctx: Ctx, work: Work, error: Error): Promise<void> {
  ctx.runtime.log.error({ importId: work.importId, error: error.message, stack: error.stack }, "an import could not go on");
  const failed = async (tx: Tx<DB>): Promise<object> => {
    const failure = "Something went wrong on our side. What is in stays in; you can go on or roll back.";
    await updateImport(tx.db, work.importId, { status: ImportStatus.FAILED, failure, finishedAt: new Date() });
    tx.notify("customer.import", { ids: [work.importId] });
    return {};
  };
  await command(ctx, failed, { step: `${work.number}:failed:${Date.now()}` });
}

async function rollBackBatch(ctx: Ctx, work: Work, row: ImportRow): Promise<boolean> {
  const result = await command(ctx, (tx) => rollBackStep(tx, work.importId, work.number), { step: stepOf(work, row, "back") });
  return result.more;
}

/** One batch: read outside the transaction, place and write inside it. Answers whether there is more to do. */
async function nextBatch(ctx: Ctx, work: Work, row: ImportRow): Promise<boolean> {
  const from = { byte: BigInt(row.atByte), rowsBefore: row.rowsRead };
  const batch = await query(ctx, (db) => readBatch(db, row, from, batchRows, work.country));
  const result = await command(ctx, (tx) => takeBatch(tx, work, batch, row.atByte), { step: stepOf(work, row) });
  return result.more;
}

async function takeBatch(tx: Tx<DB>, work: Work, batch: Batch, expected: string): Promise<{ more: boolean }> {
  tx.lock(["import"]);
  const row = await lockImport(tx.db, work.importId);
  if (!row || row.atByte !== expected || row.passNumber !== work.number) return { more: row?.status === running[work.pass] };
  if (row.stopRequested) return await stop(tx, row, work);
  await planAnew(tx.db);
  const known = await knownOf(tx.db, batch.drafts, work.pass === "check" ? row.id : null);
  const placed = place(batch.drafts, known);
  if (work.pass === "check") await rememberSeen(tx.db, row.id, placed.learned);
  else await store(tx, row, work, placed);
  await insertIssues(tx.db, row.id, placed.issues);
  await progress(tx, row, work, batch, placed);
  return { more: !batch.atEnd };
}

async function stop(tx: Tx<DB>, row: ImportRow, work: Work): Promise<{ more: boolean }> {
  const status = work.pass === "check" ? ImportStatus.READY : ImportStatus.STOPPED;
  await updateImport(tx.db, row.id, { status, stopRequested: false, finishedAt: new Date() });
  tx.notify("customer.import", { ids: [row.id] });
  return { more: false };
}

async function store(tx: Tx<DB>, row: ImportRow, work: Work, placed: Placed): Promise<void> {
  const origin: Origin = {
    businessId: row.businessId,
    importId: row.id,
    staffId: work.staffId,
    type: row.asLeads ? clientTypes.lead : clientTypes.customer,
  };
  const ids = await insertClients(tx.db, origin, placed.clients);
  const clientIdOf = (ref: string): string => ids.get(ref) ?? ref;
  const pets = await insertPets(tx.db, origin, placed.pets, clientIdOf);
  const petIds = new Map(pets.map((p) => [p.importKey, p.id]));
  await insertNotes(tx.db, origin, work.name, [
    ...placed.clients.flatMap((c) => (c.note ? [{ clientId: clientIdOf(c.key), petId: "0", note: c.note }] : [])),
    ...placed.pets.flatMap((p) => (p.note ? [{ clientId: clientIdOf(p.clientRef), petId: petIds.get(p.key) ?? "0", note: p.note }] : [])),
  ]);
  await insertSearch(tx.db, placed.clients, ids, pets);
  await logCreated(tx.db, origin, { name: work.name, requestId: tx.ctx.requestId }, [
    ...placed.clients.map((c) => ({ entity: "client", id: clientIdOf(c.key), row: c.row })),
    ...placed.pets.filter((p) => !ids.has(p.clientRef)).map((p) => ({ entity: "pet", id: petIds.get(p.key) ?? "0", row: p.row })),
  ]);
  emitBatch(tx, row, placed.clients, ids, pets);
}

async function progress(tx: Tx<DB>, row: ImportRow, work: Work, batch: Batch, placed: Placed): Promise<void> {
  const count = (outcome: string): number => [...placed.outcomes.values()].filter((o) => o === outcome).length;
  const rowsRead = row.rowsRead + batch.rows;
  const estimate = Math.round((rowsRead * Number(row.totalBytes)) / Math.max(1, Number(batch.next)));
  const over = batch.atEnd;
  if (over && work.pass === "run") await deleteChunks(tx.db, row.id);
  await updateImport(tx.db, row.id, {
    atByte: batch.next.toString(),
    rowsRead,
    rowsTotal: over ? rowsRead : Math.max(rowsRead, estimate),
    clientsCreated: row.clientsCreated + placed.clients.length,
    petsCreated: row.petsCreated + placed.pets.length,
    rowsExisting: row.rowsExisting + count("existing"),
    rowsRejected: row.rowsRejected + count("rejected"),
    warnings: row.warnings + placed.issues.filter((i) => !i.rejected).length,
    ...(over ? { status: finished[work.pass], finishedAt: new Date() } : {}),
  });
  tx.notify("customer.import", { ids: [row.id], businessId: row.businessId, over });
  if (over && work.pass === "run") tx.log({ entity: "import", id: row.id, action: "done", after: { rows: rowsRead } });
}
