import { defineService, type Runtime, run } from "@leashline/kit";
import { breachListFrom } from "./accounts/breached.ts";
import { apiKeyRpc } from "./api-keys/api-key.rpc.ts";
import { brandedAppRpc } from "./branded-app/branded-app.rpc.ts";
import { clockRpc } from "./clock/clock.rpc.ts";
import { closedDateRpc } from "./closed-dates/closed-date.rpc.ts";
import { companyRpc } from "./company-service.rpc.ts";
import { enterpriseRpc } from "./enterprise/enterprise.rpc.ts";
import { featureFlagRpc } from "./feature-flags/feature-flag.rpc.ts";
import { inviteRpc, mailInvite } from "./invites/invite.rpc.ts";
import { businessRpc } from "./locations/business.rpc.ts";
import { locationRpc } from "./locations/location.rpc.ts";
import { metadataRpc } from "./metadata/metadata.rpc.ts";
import { finishOffboarding } from "./offboarding/offboarding.jobs.ts";
import { offboarding } from "./offboarding/offboarding.process.ts";
import { passkeyRpc } from "./passkeys/passkey.rpc.ts";
import { sendResetCode } from "./password-reset/password-reset.jobs.ts";
import { passwordResetRpc } from "./password-reset/password-reset.rpc.ts";
import { payrollSettingRpc } from "./payroll-settings/payroll-setting.rpc.ts";
import { defaultSettingRpc } from "./preferences/default-setting.rpc.ts";
import { accountRpc } from "./profile/account.rpc.ts";
import { recordRpc } from "./records/record.rpc.ts";
import { referralSourceRpc } from "./referral-sources/referral-source.rpc.ts";
import { roleRpc } from "./roles/role.rpc.ts";
import { secondFactorRpc } from "./second-factor/second-factor.rpc.ts";
import { sessionRpc } from "./session-service.rpc.ts";
import { lifetimeFrom } from "./sessions/lifetime.ts";
import { staffNoticeRpc } from "./staff/staff-notice.rpc.ts";
import { staffRpc } from "./staff-service.rpc.ts";
import { serviceChanged, serviceChargeChanged } from "./taxes/tax.events.ts";
import { taxRpc } from "./taxes/tax.rpc.ts";
import { uploadStateRpc } from "./uploads/upload.rpc.ts";
import { vanRpc } from "./vans/van.rpc.ts";
import { deliverWebhook } from "./webhooks/deliver.ts";
import { followEvents } from "./webhooks/follow.ts";
import { webhookRpc } from "./webhooks/webhook.rpc.ts";

export const service = defineService({
  name: "account",
  migrations: new URL("../migrations/", import.meta.url),
  rpcs: [
    accountRpc,
    apiKeyRpc,
    brandedAppRpc,
    businessRpc,
    clockRpc,
    closedDateRpc,
    companyRpc,
    defaultSettingRpc,
    enterpriseRpc,
    featureFlagRpc,
    inviteRpc,
    locationRpc,
    metadataRpc,
    passkeyRpc,
    passwordResetRpc,
    payrollSettingRpc,
    recordRpc,
    referralSourceRpc,
    roleRpc,
    secondFactorRpc,
    sessionRpc,
    staffNoticeRpc,
    staffRpc,
    taxRpc,
    uploadStateRpc,
    vanRpc,
    webhookRpc,
  ],
  consumers: [serviceChanged, serviceChargeChanged],
  jobs: [sendResetCode, mailInvite, deliverWebhook, finishOffboarding],
  processes: [offboarding],
  start: checkSettings,
  work: followEvents,
});

/** A wrong setting stops the boot. */
async function checkSettings({ config }: Runtime): Promise<() => Promise<void>> {
  lifetimeFrom(config.env);
  breachListFrom(config.env);
  return async () => undefined;
}

if (import.meta.main) await run([service]);
