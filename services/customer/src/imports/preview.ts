import type { MessageInitShape } from "@bufbuild/protobuf";
import { type Ctx, fail } from "@leashline/kit";
import type { ImportPreviewRowSchema } from "@leashline/proto/leashline/customer/v1/import_pb.js";
import { query } from "../db.ts";
import { readBatch } from "./batch.ts";
import { knownOf } from "./entering/place.store.ts";
import { place } from "./entering/place.ts";
import type { ImportRow } from "./import.ts";

/** The first rows as a run would take them, against what is here now. */
export async function preview(ctx: Ctx, row: ImportRow, most: number): Promise<MessageInitShape<typeof ImportPreviewRowSchema>[]> {
  if (!row.format.columns) throw fail("STATE_CONFLICT", { field: "importId" });
  return await query(ctx, async (db) => {
    const { drafts } = await readBatch(db, row, { byte: 0n, rowsBefore: 0 }, most, ctx.caller.country);
    const placed = place(drafts, await knownOf(db, drafts, null));
    return drafts
      .filter((draft) => !draft.empty)
      .map(({ row: number, client, pet }) => ({
        row: number,
        outcome: placed.outcomes.get(number) ?? "",
        clientName: `${client.firstName} ${client.lastName}`.trim(),
        phoneNumber: client.phoneNumber,
        email: client.email,
        zipcode: client.address?.zipcode ?? "",
        petName: pet?.name ?? "",
        petType: pet?.type ?? "",
        breed: pet?.breed ?? "",
        licenseNumber: pet?.licenseNumber ?? "",
        ownerUnknown: client.ownerUnknown,
        issues: placed.issues.filter((issue) => issue.row === number),
      }));
  });
}
