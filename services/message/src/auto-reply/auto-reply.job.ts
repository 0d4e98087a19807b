import { job } from "@leashline/kit";
import { MessageMethod } from "@leashline/proto/leashline/message/v1/message_pb.js";
import { command } from "../db.ts";
import { businessOf } from "../projections/business.ts";
import { clientOf } from "../projections/client.ts";
import { unkeyed } from "../sending/deliver.ts";
import { enqueue } from "../sending/enqueue.ts";
import { linksOfClient } from "../wording/client-links.ts";
import { linksFor } from "../wording/links.ts";
import { fillIn } from "../wording/placeholders.ts";

type Due = { customerId: string; address: string; body: string; cause: string };

/** The answer a client gets while nobody is there. A job, because the words may speak of what others know. */
export const autoReplyJob = job<Due>("auto-reply", {
  attempts: 4,
  run: async (ctx, due) => {
    const [client, business, links] = await Promise.all([
      clientOf(unkeyed(ctx), due.customerId),
      businessOf(ctx, ctx.businessId),
      linksFor(ctx, { businessId: ctx.businessId, customerId: due.customerId }, due.body),
    ]);
    if (client.textsStopped) return;
    const { customerId, address, cause } = due;
    const text = fillIn(due.body, {
      client: { firstName: client.firstName, lastName: client.lastName },
      business: business,
      links: { ...links, ...linksOfClient(ctx, { businessId: ctx.businessId, customerId }) },
    });
    await command(unkeyed(ctx), (tx) =>
      enqueue(tx, { businessId: ctx.businessId, customerId, method: MessageMethod.SMS, address, text, useCase: "auto reply", cause }),
    );
  },
});
