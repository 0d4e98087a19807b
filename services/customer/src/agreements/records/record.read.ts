import { type Ctx, mustExist } from "@leashline/kit";
import { query } from "../../db.ts";
import { findAgreement } from "../agreement.store.ts";
import { hashOf, type Text, textFor } from "../agreement-text.ts";
import { partyOf } from "./facts.store.ts";
import { businessesOf, factsOf } from "./facts.ts";
import { toRecord } from "./record.mapper.ts";
import { findRecord, type ListedRecord } from "./record.store.ts";
import { Kind } from "./record.ts";
import { stepsOf } from "./step.store.ts";

const nobody = { firstName: "", lastName: "", petNames: [], date: null, startTime: null };
const nothing: Text = { header: "", content: "", inputs: [] };

/** Records as they are shown: an unsigned one with the text of now, filled in for its client. */
export async function shown(ctx: Ctx, rows: readonly ListedRecord[], { whole = false } = {}) {
  const waiting = rows.filter(({ kind }) => kind === Kind.unsigned);
  const businesses = await businessesOf(
    ctx,
    waiting.map(({ businessId }) => businessId),
  );
  return await query(ctx, async (db) => {
    const ids = rows.map(({ id }) => id);
    const steps = await stepsOf(db, ids);
    const list = [];
    for (const row of rows) {
      const party = (await partyOf(db, row.clientId, row.appointmentId)) ?? nobody;
      const agreement = row.kind === Kind.unsigned ? await findAgreement(db, row.agreementId) : undefined;
      const text = agreement ? textFor(agreement, factsOf(party, businesses.get(row.businessId))) : nothing;
      const hash = whole && agreement ? hashOf(text) : "";
      list.push(toRecord({ row, party, text, version: agreement?.versionNumber ?? 0, hash, whole, steps: steps.get(row.id) ?? [] }));
    }
    return list;
  });
}

export async function shownOne(ctx: Ctx, id: string, field = "id") {
  const row = mustExist(await query(ctx, (db) => findRecord(db, id)), field);
  const [record] = await shown(ctx, [row], { whole: true });
  return { record: mustExist(record, field) };
}
