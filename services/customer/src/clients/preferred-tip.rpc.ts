import { create } from "@bufbuild/protobuf";
import { type Impl, merged } from "@leashline/kit";
import { PreferredTipSchema } from "@leashline/proto/leashline/customer/v1/client_pb.js";
import type { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { command, query } from "../db.ts";
import { findClient } from "./client.read.ts";
import { mustHaveClient } from "./client.write.ts";
import { readTip, saveTip, toPreferredTip } from "./preferred-tip.ts";

export const preferredTipHandlers = {
  async getPreferredTip(req, ctx) {
    return { preferredTip: toPreferredTip(await query(ctx, (db) => findClient(ctx, db, req.customerId)), ctx) };
  },

  async updatePreferredTip(req, ctx) {
    return await command(ctx, async (tx) => {
      const client = await mustHaveClient(tx, req.customerId);
      const before = create(PreferredTipSchema, toPreferredTip(client, ctx));
      const tip = readTip(merged(PreferredTipSchema, before, req.preferredTip!, req.updateMask), ctx);
      return { preferredTip: await saveTip(tx, client, tip) };
    });
  },
} satisfies Partial<Impl<typeof ClientService>>;
