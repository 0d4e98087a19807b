import { type Ctx, fail, implement, listed, mustExist, type Page, type Tx } from "@leashline/kit";
import { csvOf } from "@leashline/kit/csv.ts";
import { ImportStatus } from "@leashline/proto/leashline/customer/v1/import_pb.js";
import { ImportService } from "@leashline/proto/leashline/customer/v1/import_service_pb.js";
import { reachesAll } from "../clients/visibility.ts";
import { command, type DB, query } from "../db.ts";
import { columnNotesOf } from "./column-notes.ts";
import { recognise } from "./import.file.ts";
import { toImport } from "./import.mapper.ts";
import { importPass } from "./import.run.ts";
import {
  clearPass,
  countImports,
  countIssues,
  importById,
  insertChunk,
  insertImport,
  issuesOf,
  listImports,
  lockImport,
  updateImport,
} from "./import.store.ts";
import { checkedMapping, goesOn, type ImportRow, mostBytes, mustBegin, mustName, type Pass, running } from "./import.ts";
import { preview } from "./preview.ts";
import { fields } from "./reading/fields.ts";
import type { WeightUnit } from "./reading/values.ts";
import { weightUnitOf } from "./weight-unit.ts";

async function mustHave(tx: Tx<DB>, id: string): Promise<ImportRow> {
  return mustExist(await lockImport(tx.db, id), "importId");
}

async function mustFind(ctx: Ctx, id: string): Promise<ImportRow> {
  return mustExist(await query(ctx, (db) => importById(db, id)), "importId");
}

/** Adds bytes at the end; a piece that is here already is passed over. With the last byte the file is recognised. */
async function append(tx: Tx<DB>, row: ImportRow, offset: bigint, content: Uint8Array): Promise<ImportRow> {
  const [received, total] = [BigInt(row.receivedBytes), BigInt(row.totalBytes)];
  const end = offset + BigInt(content.length);
  if (end <= received) return row;
  if (row.status !== ImportStatus.UPLOADING) throw fail("STATE_CONFLICT", { field: "importId" });
  if (offset > received) throw fail("PARAMS_INVALID", { field: "offset", reason: `bytes from ${received} on are missing` });
  if (end > total) throw fail("PARAMS_INVALID", { field: "content", reason: `the file was said to have ${total} bytes` });
  await insertChunk(tx.db, row.id, received, content.subarray(Number(received - offset)));
  const next = await updateImport(tx.db, row.id, { receivedBytes: end.toString() });
  tx.notify("customer.import", { ids: [row.id] });
  return end === total ? await recognise(tx, next) : next;
}

const zeros = { atByte: "0", rowsRead: 0, rowsExisting: 0, rowsRejected: 0, warnings: 0, clientsCreated: 0, petsCreated: 0 };

type Beginning = { pass: Pass; mapping?: Parameters<typeof checkedMapping>[1]; weightUnit?: WeightUnit };

/** Sets a pass going. A run that was stopped or failed goes on; anything else begins at the file's beginning. */
async function begin(tx: Tx<DB>, id: string, { pass, mapping = [], weightUnit }: Beginning): Promise<ImportRow> {
  const row = await mustHave(tx, id);
  mustBegin(row, pass);
  const continues = goesOn(row, pass);
  if (continues && mapping.length > 0) throw fail("STATE_CONFLICT", { field: "mapping" });
  const chosen = checkedMapping(row, mapping);
  if (pass !== "rollback") mustName(chosen);
  if (pass !== "rollback" && !continues) await clearPass(tx.db, id);
  const fresh = pass === "rollback" ? { atByte: "0" } : continues ? {} : zeros;
  const next = await updateImport(tx.db, id, {
    ...fresh,
    ...(weightUnit ? { weightUnit } : {}),
    pass,
    mapping: chosen,
    status: running[pass],
    passNumber: row.passNumber + 1,
    stopRequested: false,
    failure: "",
    startedAt: new Date(),
    finishedAt: null,
  });
  const { staffId, name, country } = tx.ctx.caller;
  const payload = { importId: id, pass, number: next.passNumber, country, staffId, name };
  tx.schedule(importPass, { key: id, dueAt: new Date(), payload, businessId: row.businessId });
  tx.log({ entity: "import", id, action: pass, after: { file: row.fileName } });
  tx.notify("customer.import", { ids: [id] });
  return next;
}

export const importRpc = implement(ImportService, {
  async createImport(req, ctx) {
    if (BigInt(req.totalBytes) > BigInt(mostBytes)) throw fail("FILE_TOO_LARGE", { field: "totalBytes" });
    return await command(ctx, async (tx) => {
      const { asLeads, totalBytes } = req;
      const file = { businessId: ctx.businessId, fileName: req.fileName.trim(), totalBytes, asLeads, createdBy: ctx.caller.name };
      const row = await mustHave(tx, await insertImport(tx.db, file));
      tx.log({ entity: "import", id: row.id, action: "create", after: { file: row.fileName, bytes: row.totalBytes } });
      return { import: toImport(req.content.length > 0 ? await append(tx, row, 0n, req.content) : row) };
    });
  },

  async appendImportChunk(req, ctx) {
    return await command(ctx, async (tx) => ({
      import: toImport(await append(tx, await mustHave(tx, req.importId), BigInt(req.offset), req.content)),
    }));
  },

  async getImport(req, ctx) {
    return { import: toImport(await mustFind(ctx, req.importId)) };
  },

  async listImports(req, ctx) {
    const at = reachesAll(ctx) ? null : ctx.caller.businessIds;
    return await query(ctx, async (db) => {
      const { rows, nextPageToken } = await listed(req, { most: 100, read: (page) => listImports(db, at, page), key: (row) => [row.id] });
      return { imports: rows.map(toImport), nextPageToken, total: await countImports(db, at) };
    });
  },

  async listImportFields() {
    return { fields: fields.map(({ key, label, group }) => ({ key, label, group })) };
  },

  async previewImport(req, ctx) {
    const row = await mustFind(ctx, req.importId);
    if (row.status === ImportStatus.UPLOADING) throw fail("STATE_CONFLICT", { field: "importId", reason: "the file is not whole yet" });
    const chosen = { ...row, mapping: checkedMapping(row, req.mapping), weightUnit: await weightUnitOf(ctx) };
    return { rows: await preview(ctx, chosen, req.rows || 20), columnNotes: columnNotesOf(chosen) };
  },

  async dryRunImport(req, ctx) {
    const beginning: Beginning = { pass: "check", mapping: req.mapping, weightUnit: await weightUnitOf(ctx) };
    return await command(ctx, async (tx) => ({ import: toImport(await begin(tx, req.importId, beginning)) }));
  },

  async runImport(req, ctx) {
    const beginning: Beginning = { pass: "run", mapping: req.mapping, weightUnit: await weightUnitOf(ctx) };
    return await command(ctx, async (tx) => ({ import: toImport(await begin(tx, req.importId, beginning)) }));
  },

  async stopImport(req, ctx) {
    return await command(ctx, async (tx) => {
      const row = await mustHave(tx, req.importId);
      const isGoing = row.status === ImportStatus.RUNNING || row.status === ImportStatus.CHECKING;
      return { import: toImport(isGoing ? await updateImport(tx.db, row.id, { stopRequested: true }) : row) };
    });
  },

  async rollBackImport(req, ctx) {
    return await command(ctx, async (tx) => ({ import: toImport(await begin(tx, req.importId, { pass: "rollback" })) }));
  },

  async listImportIssues(req, ctx) {
    await mustFind(ctx, req.importId);
    return await query(ctx, async (db) => {
      const read = (page: Page) => issuesOf(db, req.importId, { rejectedOnly: req.rejectedOnly, ...page });
      const { rows, nextPageToken } = await listed(req, { standard: 100, most: 1000, read, key: (row) => [row.id] });
      return { issues: rows, nextPageToken, total: await countIssues(db, req.importId, req.rejectedOnly) };
    });
  },

  async downloadImportReport(req, ctx) {
    const row = await mustFind(ctx, req.importId);
    const issues = await query(ctx, (db) => issuesOf(db, req.importId, { rejectedOnly: false, after: null, offset: 0, limit: 200_000 }));
    const columns = columnNotesOf(row).map(({ name, note }) => ["", name, "", "whole column", note]);
    const lines = issues.map((i) => [String(i.row), i.column, i.value, i.rejected ? "left out" : "warning", i.reason]);
    return {
      fileName: `${row.fileName.replace(/\.[^.]*$/, "").replace(/[<>:"/\\|?*]/g, "_")}-report.csv`,
      contentType: "text/csv; charset=utf-8",
      content: Buffer.from(csvOf([["row", "column", "value", "outcome", "reason"], ...columns, ...lines])),
    };
  },
});
