import { defineService, run } from "@leashline/kit";
import { addressRpc } from "./addresses/address.rpc.ts";
import { agreementRpc } from "./agreements/agreement.rpc.ts";
import { bookingAgreementRpc } from "./agreements/bookings/booking.rpc.ts";
import { linkRpc as agreementLinkRpc } from "./agreements/links/link.rpc.ts";
import { linkSent, reminderDue } from "./agreements/links/reminder.jobs.ts";
import { recordRpc as agreementRecordRpc } from "./agreements/records/record.rpc.ts";
import { agreementChanged } from "./agreements/records/settle.jobs.ts";
import { visitOutlasts } from "./agreements/records/settle.ts";
import { agreementEnded, remindOfEnded, renewalsDue, signatureExpired } from "./agreements/renewals/renewal.jobs.ts";
import { clientListRpc, clientRpc } from "./client-service.rpc.ts";
import { contactRpc } from "./contacts/contact.rpc.ts";
import { entryCodeRpc } from "./entry-codes/entry-code.rpc.ts";
import { clientExportRpc } from "./exports/export.rpc.ts";
import { historyRpc } from "./history/history.rpc.ts";
import { appointmentPartyRpc } from "./households/appointment-party.rpc.ts";
import { importRpc } from "./imports/import.rpc.ts";
import { importPass } from "./imports/import.run.ts";
import { incidentRpc } from "./incidents/incident.rpc.ts";
import { sendIntakeCode } from "./intake-forms/filling/draft.jobs.ts";
import { intakeDraftRpc } from "./intake-forms/filling/draft.rpc.ts";
import { intakeFileRpc } from "./intake-forms/filling/file.rpc.ts";
import { intakePageRpc } from "./intake-forms/filling/page.rpc.ts";
import { intakeFormRpc } from "./intake-forms/form.rpc.ts";
import { intakeSubmissionRpc } from "./intake-forms/submission.rpc.ts";
import { appointments } from "./leads/booked.ts";
import { leadRpc } from "./leads/lead.rpc.ts";
import { mergeRpc } from "./merge/merge.rpc.ts";
import { mergeFollower } from "./merge/places.ts";
import { noteRpc } from "./notes/note.rpc.ts";
import { petSettingsRpc } from "./pet-settings/settings.rpc.ts";
import { petRpc } from "./pets/pet.rpc.ts";
import { personal } from "./privacy/personal-data.ts";
import { privacyRpc } from "./privacy/privacy.rpc.ts";
import { abandonedBookings } from "./projections/abandoned.ts";
import { appointmentPassed } from "./projections/appointment-passed.jobs.ts";
import { clientSums } from "./projections/client-sums.rebuild.ts";
import { balances, cardsOnFile, storeCredits } from "./projections/projections.ts";
import { reachRpc } from "./reach/reach.rpc.ts";
import { whose } from "./reach/whose.store.ts";
import { rebookingRpc } from "./rebooking/rebooking.rpc.ts";
import { recordRpc } from "./records/record.rpc.ts";
import { referralRpc } from "./referrals/referral.rpc.ts";
import { searchRpc } from "./search/search.rpc.ts";
import { tagRpc } from "./tags/tag.rpc.ts";
import { unsubscribeRpc } from "./unsubscribe/unsubscribe.rpc.ts";
import { vaccineLinkRpc } from "./vaccinations/links/link.rpc.ts";
import { vaccineProofRpc } from "./vaccinations/proof.rpc.ts";
import { remindersDue } from "./vaccinations/reminders.jobs.ts";
import { vaccineRpc } from "./vaccinations/vaccine.rpc.ts";
import { filterViewRpc } from "./views/view.rpc.ts";

export const service = defineService({
  name: "customer",
  migrations: new URL("../migrations/", import.meta.url),
  rpcs: [
    clientRpc,
    petRpc,
    addressRpc,
    contactRpc,
    entryCodeRpc,
    referralRpc,
    noteRpc,
    tagRpc,
    searchRpc,
    clientListRpc,
    rebookingRpc,
    filterViewRpc,
    petSettingsRpc,
    vaccineRpc,
    vaccineProofRpc,
    vaccineLinkRpc,
    historyRpc,
    importRpc,
    appointmentPartyRpc,
    reachRpc,
    recordRpc,
    agreementRpc,
    agreementRecordRpc,
    agreementLinkRpc,
    bookingAgreementRpc,
    intakeFormRpc,
    intakePageRpc,
    intakeFileRpc,
    intakeDraftRpc,
    intakeSubmissionRpc,
    leadRpc,
    mergeRpc,
    incidentRpc,
    privacyRpc,
    clientExportRpc,
    unsubscribeRpc,
  ],
  whose,
  projections: [appointments, balances, clientSums, cardsOnFile, storeCredits, abandonedBookings],
  personal: { ...personal, consumers: [] },
  consumers: [linkSent],
  jobs: [
    appointmentPassed,
    importPass,
    agreementChanged,
    signatureExpired,
    visitOutlasts,
    agreementEnded,
    remindOfEnded,
    renewalsDue,
    reminderDue,
    remindersDue,
    sendIntakeCode,
    ...mergeFollower.jobs,
  ],
});

if (import.meta.main) await run([service]);
