import { type Ctx, fail, implement } from "@leashline/kit";
import { AgreementLinkService } from "@leashline/proto/leashline/customer/v1/agreement_link_service_pb.js";
import { AgreementSendService, type SendServicesMessageRequest } from "@leashline/proto/leashline/message/v1/agreement_send_service_pb.js";
import { MessageMethod } from "@leashline/proto/leashline/message/v1/message_pb.js";
import { businessOf } from "../projections/business.ts";
import { clientOf } from "../projections/client.ts";
import { toMessage } from "../sending/message.mapper.ts";
import { addressFor, type Outgoing } from "../sending/outgoing.ts";
import { sendNow } from "../sending/send-now.ts";
import { LINK_USE, linkMessage } from "./agreement-message.ts";

const { SMS, EMAIL } = MessageMethod;

/** Both where both are named, else the one way of the legacy call. */
function waysOf({ sendText, sendEmail, method }: SendServicesMessageRequest): MessageMethod[] {
  const named = [...(sendText ? [SMS] : []), ...(sendEmail ? [EMAIL] : [])];
  const ways = named.length > 0 ? named : [method].filter((one) => one === SMS || one === EMAIL);
  if (ways.length === 0) throw fail("PARAMS_INVALID", { field: "method", reason: "choose email, text or both" });
  return ways;
}

async function outgoing(ctx: Ctx, req: SendServicesMessageRequest): Promise<Outgoing[]> {
  const ways = waysOf(req);
  const recordId = req.extParams?.unsignId ?? "0";
  const prepared = await ctx.client(AgreementLinkService).prepareAgreementLink({ recordId });
  const [client, business] = await Promise.all([clientOf(ctx, prepared.customerId), businessOf(ctx, prepared.businessId)]);
  return ways.map((method) => ({
    ...linkMessage({ recordId, prepared, business, method, useCase: LINK_USE, mark: ctx.idempotencyKey || ctx.requestId }),
    address: addressFor(client, method),
    staff: { id: ctx.caller.staffId, name: ctx.caller.name },
    inline: true,
  }));
}

export const agreementSendRpc = implement(AgreementSendService, {
  async sendServicesMessage(req, ctx) {
    const rows = await sendNow(ctx, await outgoing(ctx, req));
    return { messages: rows.map(toMessage) };
  },
});
