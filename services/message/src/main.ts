import { defineService, run } from "@leashline/kit";
import { agreementReminderDue, agreementReminderJob, isStillToSign } from "./agreements/agreement-reminder.ts";
import { agreementSendRpc } from "./agreements/agreement-send.rpc.ts";
import { appointments } from "./auto-messages/auto-message.events.ts";
import { autoMessageRpc } from "./auto-messages/auto-message.rpc.ts";
import { businesses } from "./auto-messages/business.events.ts";
import { autoMessageJob } from "./auto-messages/follow.ts";
import { reminderJob } from "./auto-messages/reminder.ts";
import { isSaidNoMore, renewedText } from "./auto-messages/renew.ts";
import { replanJob } from "./auto-messages/replan.ts";
import { autoReplyJob } from "./auto-reply/auto-reply.job.ts";
import { autoReplyRpc } from "./auto-reply/auto-reply.rpc.ts";
import { bulkMessageJob } from "./bulk-messages/bulk-message.jobs.ts";
import { bulkMessageRpc } from "./bulk-messages/bulk-message.rpc.ts";
import { textConsentRpc } from "./consent/consent.rpc.ts";
import { answerJob } from "./inbound/answer.job.ts";
import { clientMessageRpc } from "./inbound/from-client.rpc.ts";
import { webhookRpc } from "./inbound/webhook.rpc.ts";
import { classNewsJob, classNewsTold } from "./notifications/class.events.ts";
import { clientCanceled, clientCancelJob } from "./notifications/client-cancel.events.ts";
import { incidentJob, incidentReported } from "./notifications/incident.events.ts";
import { requestAccepted, requestDeclined, requestJob, requestSubmitted, requestWaitlisted } from "./notifications/request.events.ts";
import {
  lateJob,
  prepaymentReleased,
  proposalEnded,
  requestLate,
  requestWithdrawn,
  turnedDownJob,
  waitlistJoined,
  withdrawnJob,
} from "./notifications/request-news.events.ts";
import { onlineBookingNotifyRpc } from "./notifications/request-notify.rpc.ts";
import { debitReturned, returnedDebitJob } from "./notifications/returned-debit.events.ts";
import { staffNoticeConsumers, staffNoticeJob } from "./notifications/staff-notice.events.ts";
import { proofDecidedJob, proofWaitingJob, vaccineProofDecided, vaccineProofSubmitted } from "./notifications/vaccine-proof.events.ts";
import { walkReported, walkReportJob, walkReportTakenBack } from "./notifications/walk.events.ts";
import { textNumberRpc } from "./numbers/number.rpc.ts";
import { payLinkRpc } from "./pay-links/pay-link.rpc.ts";
import { clients } from "./projections/clients.ts";
import { whose } from "./projections/whose.ts";
import { closeMails } from "./providers/mails.ts";
import { checkSettings } from "./providers/settings.ts";
import { quietHoursRpc } from "./quiet-hours/quiet-hours.rpc.ts";
import { paidOnline, paidOnlineJob } from "./receipts/paid-online.events.ts";
import { receiptRpc } from "./receipts/receipt.rpc.ts";
import { evaluationExpiryDue, evaluationExpiryJob } from "./reminders/evaluation-expiry.ts";
import { vaccineExpiryDue, vaccineExpiryJob } from "./reminders/vaccine-expiry.ts";
import { deliverJob } from "./sending/deliver.ts";
import { allHandedOver } from "./sending/dispatch.ts";
import { mailRpc } from "./sending/mail.rpc.ts";
import { overtakenBy, renewWith } from "./sending/waiting.ts";
import { templateRpc } from "./templates/template.rpc.ts";
import { mergedClients } from "./threads/merged-clients.ts";
import { messageRpc } from "./threads/message.rpc.ts";
import { personal } from "./threads/personal-data.ts";
import { threadRpc } from "./threads/thread.rpc.ts";
import { usageRpc } from "./usage/usage.rpc.ts";

overtakenBy(isSaidNoMore);
renewWith(async (ctx, row) => ((await isStillToSign(ctx, row)) ? await renewedText(ctx, row) : null));

export const service = defineService({
  name: "message",
  migrations: new URL("../migrations/", import.meta.url),
  rpcs: [
    threadRpc,
    messageRpc,
    autoMessageRpc,
    autoReplyRpc,
    templateRpc,
    receiptRpc,
    payLinkRpc,
    onlineBookingNotifyRpc,
    agreementSendRpc,
    usageRpc,
    mailRpc,
    textNumberRpc,
    textConsentRpc,
    webhookRpc,
    clientMessageRpc,
    bulkMessageRpc,
    quietHoursRpc,
  ],
  whose,
  personal,
  projections: [businesses, clients, appointments],
  consumers: [
    requestSubmitted,
    requestWaitlisted,
    requestWithdrawn,
    requestLate,
    proposalEnded,
    prepaymentReleased,
    waitlistJoined,
    requestAccepted,
    requestDeclined,
    classNewsTold,
    walkReported,
    walkReportTakenBack,
    incidentReported,
    clientCanceled,
    debitReturned,
    paidOnline,
    agreementReminderDue,
    vaccineProofSubmitted,
    vaccineProofDecided,
    vaccineExpiryDue,
    evaluationExpiryDue,
    ...staffNoticeConsumers,
    ...mergedClients.consumers,
  ],
  jobs: [
    deliverJob,
    reminderJob,
    replanJob,
    autoMessageJob,
    autoReplyJob,
    answerJob,
    requestJob,
    paidOnlineJob,
    withdrawnJob,
    lateJob,
    turnedDownJob,
    classNewsJob,
    walkReportJob,
    incidentJob,
    clientCancelJob,
    returnedDebitJob,
    staffNoticeJob,
    agreementReminderJob,
    proofWaitingJob,
    proofDecidedJob,
    vaccineExpiryJob,
    evaluationExpiryJob,
    bulkMessageJob,
    ...mergedClients.jobs,
  ],
  start: async (runtime) => {
    checkSettings(runtime);
    return async () => {
      await allHandedOver();
      await closeMails();
    };
  },
});

if (import.meta.main) await run([service]);
