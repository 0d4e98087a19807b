import type { MessageInitShape } from "@bufbuild/protobuf";
import { type Ctx, displayPhone, implement, listed, mustBeCurrent, type Page, todayIn } from "@leashline/kit";
import { DefaultSettingService } from "@leashline/proto/leashline/account/v1/default_setting_service_pb.js";
import {
  type DueClientSchema,
  type GroomingFrequencySchema,
  RebookingService,
  type UpdateCustomerGroomingFrequencyRequest,
} from "@leashline/proto/leashline/customer/v1/rebooking_service_pb.js";
import { findClient } from "../clients/client.read.ts";
import type { StoredClient } from "../clients/client.ts";
import { mustHaveClient, saveClient } from "../clients/client.write.ts";
import { overviewsOf } from "../clients/overview.store.ts";
import { reach } from "../clients/visibility.store.ts";
import { mayContact, toldPlaces } from "../clients/visibility.ts";
import { command, query } from "../db.ts";
import { type DueRow, readDue } from "./rebooking.store.ts";
import { dayIn, dueAfter, type Frequency, frequencyOf, inDays } from "./rebooking.ts";

export const rebookingRpc = implement(RebookingService, {
  async getCustomerGroomingFrequency({ customerId }, ctx) {
    const standard = await standardOf(ctx);
    const client = await query(ctx, (db) => findClient(ctx, db, customerId));
    return { frequency: await described(ctx, client, standard) };
  },

  async updateCustomerGroomingFrequency(request, ctx) {
    const standard = await standardOf(ctx);
    const client = await command(ctx, async (tx) => {
      const before = await mustHaveClient(tx, request.customerId);
      mustBeCurrent(request.version, before.version);
      return await saveClient(tx, before, { columns: chosen(request, before, standard), tagIds: null }, { allowDuplicatePhone: true });
    });
    return { frequency: await described(ctx, client, standard) };
  },

  async listDueClients(request, ctx) {
    const standardDays = inDays(await standardOf(ctx));
    const due = { by: dayIn(ctx.caller.zone, request.daysAhead), standardDays, reach: reach(ctx), at: toldPlaces(ctx) };
    return await query(ctx, async (db) => {
      const read = (page: Page) => readDue(db, due, page);
      const { rows, nextPageToken } = await listed(request, { read, key: (row) => [row.due, row.id] });
      return { clients: rows.map((row) => toDue(row, ctx)), nextPageToken, total: rows[0]?.total ?? 0 };
    });
  },
});

/** What counts for clients without a frequency of their own. */
async function standardOf(ctx: Ctx): Promise<Frequency> {
  const { frequency } = await ctx.client(DefaultSettingService).getDefaultGroomingFrequency({});
  return { period: frequency?.period ?? 0, value: frequency?.value ?? 0 };
}

const ownOf = (client: StoredClient): Frequency => ({ period: client.preferredFrequencyType, value: client.preferredFrequencyDay });

/** What is not named stays as it counts now, also where that is the company's. */
function chosen({ period, value }: UpdateCustomerGroomingFrequencyRequest, before: StoredClient, standard: Frequency) {
  const now = frequencyOf(ownOf(before), standard);
  const next = { period: period ?? now.period, value: value ?? now.value };
  return { preferredFrequencyType: next.value === 0 ? 0 : next.period, preferredFrequencyDay: next.value };
}

async function described(ctx: Ctx, client: StoredClient, standard: Frequency): Promise<MessageInitShape<typeof GroomingFrequencySchema>> {
  const overview = (await query(ctx, (db) => overviewsOf(ctx, db, [client.id]))).get(client.id);
  const { isDefault, ...frequency } = frequencyOf(ownOf(client), standard);
  const days = inDays(frequency);
  const lastVisitDate = overview?.lastVisit ?? "";
  const { due, suggested } = dueAfter(lastVisitDate, days, todayIn(ctx.caller.zone));
  return {
    customerId: client.id,
    ...frequency,
    days,
    isDefault,
    lastVisitDate,
    nextVisitDate: overview?.nextVisit ?? "",
    dueDate: due,
    suggestedDate: suggested,
    version: client.version,
  };
}

const toDue = (row: DueRow, ctx: Ctx): MessageInitShape<typeof DueClientSchema> => ({
  customerId: row.id,
  firstName: row.firstName,
  lastName: row.lastName,
  clientColor: row.clientColor,
  phoneDisplay: mayContact(ctx) ? displayPhone(row.phoneNumber, ctx.caller.country) : "",
  petNames: row.petNames,
  lastVisitDate: row.lastVisit,
  dueDate: row.due,
  frequencyDays: row.days,
  isBlockMessage: row.isBlockMessage,
});
