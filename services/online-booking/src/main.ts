import { defineService, run } from "@leashline/kit";
import { abandonedRecordRpc, abandonedRpc } from "./abandoned/abandoned.rpc.ts";
import { bookingFlowRpc } from "./abandoned/progress.rpc.ts";
import { recoverBooking } from "./abandoned/recovery.jobs.ts";
import { recoveryRpc } from "./abandoned/recovery.rpc.ts";
import { agreementSigningRpc } from "./agreements/preview.rpc.ts";
import { automationRpc } from "./automation/automation.rpc.ts";
import { availabilityRpc } from "./availability/availability.rpc.ts";
import { bookingRequestRpc } from "./booking-request-service.rpc.ts";
import { changeRequestConsumers } from "./change-requests/change-request.events.ts";
import { tellAnswer } from "./change-requests/change-request.jobs.ts";
import { changeRequestRpc } from "./change-requests/change-request.rpc.ts";
import { classBookingRpc } from "./classes/class-booking.rpc.ts";
import { clientChangesRpc } from "./client-changes/client-changes.rpc.ts";
import { correctionRpc } from "./corrections/correction.rpc.ts";
import { checkDomain } from "./custom-domains/custom-domain.jobs.ts";
import { customDomainRpc } from "./custom-domains/custom-domain.rpc.ts";
import { checkDnsSettings } from "./custom-domains/dns.ts";
import { exportRpc } from "./exports/export.rpc.ts";
import { reserveConsumers } from "./google-reserve/reserve.events.ts";
import { followReserve } from "./google-reserve/reserve.jobs.ts";
import { reserveRpc } from "./google-reserve/reserve.rpc.ts";
import { checkReserveSettings } from "./google-reserve/reserve-settings.ts";
import { metricsRpc } from "./metrics/metrics.rpc.ts";
import { waitlistOfferRpc } from "./offers/offer.rpc.ts";
import { offerLinkRpc } from "./offers/offer-link.rpc.ts";
import { offerSettingRpc } from "./offers/offer-setting.rpc.ts";
import { releasePayment } from "./payment-groups/payment.jobs.ts";
import { paymentGroupRpc } from "./payment-groups/payment-group.rpc.ts";
import { appointmentLinkRpc } from "./portal/appointment-link.rpc.ts";
import { portalRpc } from "./portal/portal.rpc.ts";
import { businessesWith, staffWith } from "./projections/projections.ts";
import { expireProposal, tellProposal } from "./proposals/proposal.jobs.ts";
import { proposalRpc } from "./proposals/proposal.rpc.ts";
import { proposalLinkRpc } from "./proposals/proposal-link.rpc.ts";
import { proposing } from "./proposals/propose.process.ts";
import { questionRpc } from "./questions/question.rpc.ts";
import { paymentConsumers } from "./request-payments/payment.events.ts";
import { acceptance } from "./requests/accept.process.ts";
import { releaseProposed } from "./requests/proposal/end.ts";
import { automateRequest, finishAccepting, keepTime, lapsePrepay, releaseTime, tellLate } from "./requests/request.jobs.ts";
import { tellRequest } from "./requests/tell.ts";
import { onlineProfileRpc } from "./settings/online-profile.rpc.ts";
import { pagesChanged } from "./settings/page-version.store.ts";
import { businessesChanged, pageConsumers } from "./settings/pages.events.ts";
import { settingRpc } from "./settings/setting.rpc.ts";
import { storefrontConfigRpc } from "./settings/storefront-config.rpc.ts";
import { stayBookingRpc } from "./stays/stay-booking.rpc.ts";
import { storefrontRpc } from "./storefront-service.rpc.ts";
import { whoseAppointments } from "./waitlist/appointment-entry.ts";
import { waitlistBooking } from "./waitlist/book.process.ts";
import { classLineConsumers } from "./waitlist/class-line/class-line.events.ts";
import { followLine, leaveLine } from "./waitlist/class-line/class-line.jobs.ts";
import { whose } from "./waitlist/entry/waitlist.store.ts";
import { mergedClients } from "./waitlist/merged-clients.ts";
import { freedConsumers } from "./waitlist/offering/freed.events.ts";
import { offerFreed, releaseOffered } from "./waitlist/offering/freed.jobs.ts";
import { endWhenOver, tellOffer } from "./waitlist/offering/offer.jobs.ts";
import { personal } from "./waitlist/personal-data.ts";
import { waitlistConsumers } from "./waitlist/waitlist.events.ts";
import { appointmentWaitlistRpc, waitlistRpc } from "./waitlist/waitlist.rpc.ts";

export const service = defineService({
  name: "online-booking",
  migrations: new URL("../migrations/", import.meta.url),
  rpcs: [
    agreementSigningRpc,
    settingRpc,
    storefrontConfigRpc,
    onlineProfileRpc,
    availabilityRpc,
    questionRpc,
    automationRpc,
    paymentGroupRpc,
    storefrontRpc,
    stayBookingRpc,
    classBookingRpc,
    bookingRequestRpc,
    proposalRpc,
    proposalLinkRpc,
    clientChangesRpc,
    changeRequestRpc,
    correctionRpc,
    bookingFlowRpc,
    abandonedRpc,
    abandonedRecordRpc,
    recoveryRpc,
    metricsRpc,
    appointmentLinkRpc,
    portalRpc,
    appointmentWaitlistRpc,
    waitlistRpc,
    waitlistOfferRpc,
    offerSettingRpc,
    offerLinkRpc,
    exportRpc,
    reserveRpc,
    customDomainRpc,
  ],
  personal,
  projections: [businessesWith(businessesChanged), staffWith(pagesChanged)],
  consumers: [
    ...pageConsumers,
    ...paymentConsumers,
    ...waitlistConsumers,
    ...freedConsumers,
    ...classLineConsumers,
    ...changeRequestConsumers,
    ...reserveConsumers,
    ...mergedClients.consumers,
  ],
  jobs: [
    checkDomain,
    endWhenOver,
    followLine,
    leaveLine,
    offerFreed,
    releaseOffered,
    tellOffer,
    automateRequest,
    finishAccepting,
    followReserve,
    keepTime,
    lapsePrepay,
    tellLate,
    releasePayment,
    recoverBooking,
    releaseTime,
    releaseProposed,
    expireProposal,
    tellProposal,
    tellAnswer,
    tellRequest,
    ...mergedClients.jobs,
  ],
  processes: [acceptance, proposing, waitlistBooking],
  start: async (runtime) => {
    checkReserveSettings(runtime);
    checkDnsSettings(runtime);
    return async () => undefined;
  },
  whose: { ...whose, ...whoseAppointments },
});

if (import.meta.main) await run([service]);
