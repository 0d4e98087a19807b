import { Code, ConnectError } from "@connectrpc/connect";
import { type Ctx, consumer, job } from "@leashline/kit";
import { AgreementLinkService } from "@leashline/proto/leashline/customer/v1/agreement_link_service_pb.js";
import { AgreementReminderDueSchema } from "@leashline/proto/leashline/customer/v1/events_pb.js";
import { MessageMethod } from "@leashline/proto/leashline/message/v1/message_pb.js";
import type { DB } from "../db.gen.ts";
import { businessOf } from "../projections/business.ts";
import { clientOf } from "../projections/client.ts";
import { unkeyed } from "../sending/deliver.ts";
import { sendAtOnce } from "../sending/dispatch.ts";
import { LINK_USE, linkMessage, REMINDER_USE } from "./agreement-message.ts";

type Due = { recordId: string; businessId: string; customerId: string; number: number; byText: boolean; byEmail: boolean; at: string };

const isOver = (error: unknown): boolean =>
  error instanceof ConnectError && [Code.NotFound, Code.FailedPrecondition, Code.Aborted].includes(error.code);

/** The link as it is now; null where there is nothing to sign any more. */
async function linkOf(ctx: Ctx, recordId: string) {
  return await ctx
    .client(AgreementLinkService)
    .prepareAgreementLink({ recordId })
    .catch((error: unknown) => {
      if (isOver(error)) return null;
      throw error;
    });
}

const USES: readonly string[] = [LINK_USE, REMINDER_USE];

/** Whether a text that waited for the morning still has something to sign: it may have been signed from the e-mail that did not wait. */
export async function isStillToSign(ctx: Ctx, { useCase, cause }: { useCase: string; cause: string }): Promise<boolean> {
  return !USES.includes(useCase) || (await linkOf(ctx, cause.split(":")[0] ?? "0")) !== null;
}

/** Sends a client the link to sign, or reminds them of it, as their own wishes about automatic messages allow. */
export const agreementReminderJob = job<Due>("send-agreement-reminder", {
  attempts: 6,
  run: async (ctx, { recordId, businessId, customerId, number, byText, byEmail, at }) => {
    const prepared = await linkOf(ctx, recordId);
    if (!prepared) return;
    const [client, business] = await Promise.all([clientOf(unkeyed(ctx), customerId), businessOf(ctx, businessId)]);
    if (client.isBlockMessage) return;
    const texts = byText && client.sendAutoMessage && !client.textsStopped ? client.phoneE164 : "";
    const mails = byEmail && client.sendAutoEmail ? client.email : "";
    const ways = [
      { method: MessageMethod.SMS, address: texts },
      { method: MessageMethod.EMAIL, address: mails },
    ].filter(({ address }) => address !== "");
    const useCase = number === 0 ? LINK_USE : REMINDER_USE;
    const about = { recordId, prepared, business, useCase, mark: `${at}.${number}` } as const;
    await sendAtOnce(
      ctx,
      ways.map(({ method, address }) => ({ ...linkMessage({ ...about, method }), address })),
    );
  },
});

export const agreementReminderDue = consumer<typeof AgreementReminderDueSchema, DB>(
  AgreementReminderDueSchema,
  async (tx, event, { writtenAt }) => {
    const { recordId, businessId, customerId, number, byText, byEmail } = event;
    const payload = { recordId, businessId, customerId, number, byText, byEmail, at: writtenAt.toISOString() };
    tx.schedule(agreementReminderJob, { key: `${recordId}:${number}`, dueAt: new Date(), payload, businessId });
  },
);
