import type { MessageInitShape } from "@bufbuild/protobuf";
import { fail, implement } from "@leashline/kit";
import { type CareTypeSchema, CareTypeService } from "@leashline/proto/leashline/offering/v1/care_type_pb.js";
import { command, query } from "../db.ts";
import { type CareTypeRow, listCareTypes, saveCareType } from "./care-type.store.ts";
import { careTypeFacts, careTypeOf, isByStay } from "./care-type.ts";

const toWire = (row: CareTypeRow): MessageInitShape<typeof CareTypeSchema> => {
  const facts = careTypeFacts[careTypeOf(row.id)];
  return {
    id: String(row.id),
    name: row.name,
    sort: row.sort,
    serviceItemType: careTypeOf(row.id),
    addOnsEnabled: facts.addOns,
    packagesEnabled: facts.packages,
    sessionsEnabled: facts.sessions,
    byStay: isByStay(careTypeOf(row.id)),
  };
};

export const careTypeRpc = implement(CareTypeService, {
  async listCareTypes(_, ctx) {
    return { careTypes: (await query(ctx, listCareTypes)).map(toWire) };
  },
  async updateCareType(req, ctx) {
    return await command(ctx, async (tx) => {
      const before = (await listCareTypes(tx.db)).find((row) => String(row.id) === req.id);
      if (!before) throw fail("NOT_FOUND", { field: "id" });
      const after = { ...before, name: req.name?.trim() || before.name, sort: req.sort ?? before.sort };
      await saveCareType(tx.db, after);
      tx.log({ entity: "care type", id: req.id, action: "update", before, after });
      tx.notify("offering.catalog");
      return { careType: toWire(after) };
    });
  },
});
