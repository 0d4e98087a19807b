import { type Ctx, fail, implement, listed, mustBeCurrent, mustExist, type Page, type Tx, todayIn } from "@leashline/kit";
import { csvFile } from "@leashline/kit/csv.ts";
import { LeadService, type ListLeadsRequest } from "@leashline/proto/leashline/customer/v1/lead_service_pb.js";
import { lockClient } from "../clients/client.store.ts";
import { clientTypes } from "../clients/client.ts";
import { mustHaveClient, saveClient } from "../clients/client.write.ts";
import { reach } from "../clients/visibility.store.ts";
import { mayContact } from "../clients/visibility.ts";
import { termsOf } from "../clients/words.ts";
import { command, type DB, query } from "../db.ts";
import { header, toLead, toLine } from "./lead.mapper.ts";
import {
  countByStage,
  hasBooked,
  type LeadRow,
  leadById,
  placeOf,
  putNotes,
  readCame,
  readConverted,
  readLeads,
  readLost,
  type Wanted,
} from "./lead.store.ts";
import { type LeadNotes, monthsUpTo, notesAfter, stageWords } from "./lead.ts";
import { reportOf } from "./report.ts";

const LOST = 4;

export const leadRpc = implement(LeadService, {
  async listLeads(request, ctx) {
    const wanted = wantedOf(request, ctx);
    return await query(ctx, async (db) => {
      const counts = await countByStage(db, wanted);
      const { rows, nextPageToken } = await listed(request, { read: (page: Page) => readLeads(db, wanted, page), key: placeOf });
      const open = [...counts].reduce((sum, [stage, n]) => (stage === LOST ? sum : sum + n), 0);
      return {
        leads: rows.map((row) => toLead(row, ctx)),
        nextPageToken,
        total: request.stage === 0 ? open : (counts.get(request.stage) ?? 0),
        stages: [...counts].map(([stage, count]) => ({ stage, count })),
      };
    });
  },

  async getLead({ customerId }, ctx) {
    return { lead: toLead(await query(ctx, async (db) => mustBeLead(await leadById(db, customerId, reach(ctx)))), ctx) };
  },

  async updateLead(request, ctx) {
    return await command(ctx, async (tx) => {
      const before = await lockLead(tx, request.customerId, request.version);
      if (before.type !== clientTypes.lead) throw fail("PARAMS_INVALID", { field: "customerId", reason: "this lead is a client by now" });
      await note(tx, before, notesAfter(before, request));
      return { lead: await again(tx, before.id) };
    });
  },

  async moveLeads({ customerIds, stage, assignedStaffId, lostReason }, ctx) {
    const asked = { ...(stage !== undefined && { stage }), ...(assignedStaffId !== undefined && { assignedStaffId }) };
    return await command(ctx, async (tx) => ({
      changed: await moveLeads(tx, customerIds, { ...asked, ...(lostReason && { lostReason }) }),
    }));
  },

  async exportLeads(request, ctx) {
    const { zone, country } = ctx.caller;
    const wanted = wantedOf(request, ctx);
    const line = (row: LeadRow) => toLine(row, { zone, country, contact: wanted.contact });
    return await query(ctx, (db) =>
      csvFile({ ctx, name: "leads", day: todayIn(zone), header, read: (page) => readLeads(db, wanted, page), key: placeOf, line }),
    );
  },

  async convertLead(request, ctx) {
    return await command(ctx, async (tx) => {
      const before = await lockLead(tx, request.customerId, request.version);
      if (before.type === clientTypes.lead) await retype(tx, before.id, clientTypes.customer);
      return { lead: await again(tx, before.id) };
    });
  },

  async revertLeadConversion(request, ctx) {
    return await command(ctx, async (tx) => {
      const before = await lockLead(tx, request.customerId, request.version);
      if (await hasBooked(tx.db, before.id))
        throw fail("PARAMS_INVALID", { field: "customerId", reason: "this client has an appointment and stays a client" });
      if (before.type !== clientTypes.lead) await retype(tx, before.id, clientTypes.lead);
      return { lead: await again(tx, before.id) };
    });
  },

  async listConvertedLeads(request, ctx) {
    return await query(ctx, async (db) => {
      const read = (page: Page) => readConverted(db, reach(ctx), page);
      const { rows, nextPageToken } = await listed(request, { read, key: (row) => [row.convertedAt?.toISOString() ?? "", row.id] });
      return { leads: rows.map((row) => toLead(row, ctx)), nextPageToken, total: rows[0]?.total ?? 0 };
    });
  },

  async getLeadReport(request, ctx) {
    const { zone } = ctx.caller;
    const months = monthsUpTo(todayIn(zone), request.months || 6);
    const since = { since: `${months[0]}-01`, zone };
    return await query(ctx, async (db) => {
      const [came, lost] = [await readCame(db, reach(ctx), since), await readLost(db, reach(ctx), since)];
      return reportOf(months, { came, lost, stages: await countByStage(db, everyLead(ctx)) });
    });
  },
});

const everyLead = (ctx: Ctx): Wanted => wantedOf({ stage: 0, assignedStaffId: "0", referralSourceId: "0", keyword: "", due: false }, ctx);

type Narrowed = Pick<ListLeadsRequest, "stage" | "assignedStaffId" | "referralSourceId" | "keyword" | "due">;
function wantedOf(request: Narrowed, ctx: Ctx): Wanted {
  const keyword = request.keyword.trim();
  return {
    reach: reach(ctx),
    contact: mayContact(ctx),
    stage: request.stage,
    assignedStaffId: request.assignedStaffId,
    referralSourceId: request.referralSourceId,
    terms: keyword ? termsOf(keyword) : null,
    dueBy: request.due ? todayIn(ctx.caller.zone) : null,
    firstOf: ctx.caller.staffId,
  };
}

const mustBeLead = (row: LeadRow | undefined): LeadRow => mustExist(row, "customerId", "CUSTOMER_NOT_FOUND");

/** The client is locked, so that nobody notes or converts at the same time. */
async function lockLead(tx: Tx<DB>, id: string, version: number): Promise<LeadRow> {
  await mustHaveClient(tx, id);
  const lead = mustBeLead(await leadById(tx.db, id, reach(tx.ctx)));
  mustBeCurrent(version, lead.version);
  return lead;
}

const again = async (tx: Tx<DB>, id: string) => toLead(mustBeLead(await leadById(tx.db, id, reach(tx.ctx))), tx.ctx);

async function note(tx: Tx<DB>, before: LeadRow, after: LeadNotes): Promise<void> {
  await putNotes(tx.db, before.id, after);
  tx.log({ entity: "lead", id: before.id, action: "update", before: shownOf(before), after: shownOf(after) });
  tx.notify("customer.client", { ids: [before.id] });
}

/** Each is locked in the order of their ids; whoever is no lead any more, or out of reach, is left as they are. */
async function moveLeads(tx: Tx<DB>, ids: readonly string[], asked: Parameters<typeof notesAfter>[1]): Promise<number> {
  let changed = 0;
  for (const id of ids.toSorted((a, b) => Number(BigInt(a) - BigInt(b)))) {
    await lockClient(tx.db, id);
    const before = await leadById(tx.db, id, reach(tx.ctx));
    if (before?.type !== clientTypes.lead) continue;
    const after = notesAfter(before, asked);
    if (after.stage === before.stage && after.assignedStaffId === before.assignedStaffId && after.lostReason === before.lostReason)
      continue;
    await note(tx, before, after);
    changed++;
  }
  return changed;
}

async function retype(tx: Tx<DB>, id: string, type: number): Promise<void> {
  await saveClient(tx, await mustHaveClient(tx, id), { columns: { type }, tagIds: null }, { allowDuplicatePhone: true });
}

const shownOf = ({ stage, assignedStaffId, nextStep, nextStepOn, lostReason }: ReturnType<typeof notesAfter>) => ({
  stage: stageWords[stage] ?? "",
  assignedStaffId,
  nextStep,
  nextStepDate: nextStepOn ?? "",
  lostReason,
});
