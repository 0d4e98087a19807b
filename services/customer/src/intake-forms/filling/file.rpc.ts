import { fail, implement, mustBePrivate } from "@leashline/kit";
import { IntakeFileService } from "@leashline/proto/leashline/customer/v1/intake_file_service_pb.js";
import { command, query } from "../../db.ts";
import { fileArrived, filesSince, insertFile, wasBegun } from "./file.store.ts";
import { DAY, mustWait } from "./pace.ts";
import { begunForm, DAYS, networkKey } from "./page.ts";

const OF_TICKET = { most: 20, ms: DAYS * DAY };
const OF_NETWORK = { most: 300, ms: DAY };

export const intakeFileRpc = implement(IntakeFileService, {
  async beginIntakeFile({ formId, ticket, fileId }, caller) {
    const { ctx } = await begunForm(caller, formId, ticket);
    const network = networkKey(ctx);
    await command({ ...ctx, idempotencyKey: "" }, async (tx) => {
      await mustWait(tx, `intake file:${ticket}`, OF_TICKET, (since) => filesSince(tx.db, "ticket", ticket, since));
      await mustWait(tx, `intake files:${network}`, OF_NETWORK, (since) => filesSince(tx.db, "network", network, since));
      await insertFile(tx.db, { id: fileId, ticket, network });
      return {};
    });
    return { companyId: ctx.companyId };
  },

  async findIntakeFile({ formId, ticket, fileId }, caller) {
    const { ctx } = await begunForm(caller, formId, ticket);
    if (!(await query(ctx, (db) => wasBegun(db, ticket, fileId)))) throw fail("NOT_FOUND", { field: "fileId" });
    return { companyId: ctx.companyId };
  },

  async takeIntakeFile({ formId, ticket, fileId, path }, caller) {
    const { ctx } = await begunForm(caller, formId, ticket);
    mustBePrivate(ctx.companyId, path, "path");
    return await command({ ...ctx, idempotencyKey: "" }, async (tx) => {
      if (!(await fileArrived(tx.db, ticket, fileId, path))) throw fail("NOT_FOUND", { field: "fileId" });
      return {};
    });
  },
});
