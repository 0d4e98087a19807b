import { fail, implement } from "@leashline/kit";
import { TextNumberService } from "@leashline/proto/leashline/message/v1/text_number_service_pb.js";
import { command, query } from "../db.ts";
import { findNumber, giveNumber, hasTestText } from "./number.store.ts";

export const textNumberRpc = implement(TextNumberService, {
  async getTextNumber(_req, ctx) {
    return await query(ctx, async (db) => ({ number: (await findNumber(db)) ?? "", testTextSent: await hasTestText(db) }));
  },

  async assignTextNumber({ number }, ctx) {
    return await command(ctx, async (tx) => {
      tx.lock(["text-number"]);
      if (!(await giveNumber(tx.db, number)))
        throw fail("STATE_CONFLICT", { field: "number", message: "This number belongs to another company." });
      tx.log({ entity: "text number", id: "0", action: "assigned", after: { number } });
      tx.notify("message.settings");
      return { number };
    });
  },
});
