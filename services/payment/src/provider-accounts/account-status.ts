import { ProviderAccountStatus } from "@leashline/proto/leashline/payment/v1/provider_account_service_pb.js";
import type { ProviderAccount } from "../provider/accounts.ts";

const { INITIAL, PENDING, ENABLED, RESTRICTED, RESTRICTED_SOON, COMPLETED } = ProviderAccountStatus;

/** How far an account has come (growth §4), asked in this order. */
export function statusOf(account: Pick<ProviderAccount, "id" | "chargesEnabled" | "payoutsEnabled" | "requirements"> | null) {
  if (!account?.id) return INITIAL;
  if (!account.chargesEnabled || !account.payoutsEnabled) return RESTRICTED;
  const { deadline, currentlyDue, eventuallyDue, pendingVerification } = account.requirements;
  if (deadline && currentlyDue.length > 0) return RESTRICTED_SOON;
  if (pendingVerification.length > 0) return PENDING;
  return eventuallyDue.length + currentlyDue.length > 0 ? ENABLED : COMPLETED;
}

const available: readonly ProviderAccountStatus[] = [RESTRICTED_SOON, ENABLED, COMPLETED];

export const isAvailable = (status: ProviderAccountStatus): boolean => available.includes(status);

/** Who somebody is has to be proven before their account is made, where the installation asks for it. */
export const needsIdentity = (status: ProviderAccountStatus, asked: boolean): boolean => asked && status === INITIAL;

export type SetupStatus = "notSetup" | "inProgress" | "finished";

/** What is handed in completely is set up; what was said to be, stays so. */
export const setupAfter = (before: SetupStatus, account: ProviderAccount): SetupStatus =>
  before === "finished" || account.detailsSubmitted ? "finished" : "inProgress";
