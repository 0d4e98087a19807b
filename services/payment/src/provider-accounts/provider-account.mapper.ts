import type { MessageInitShape } from "@bufbuild/protobuf";
import { toTimestamp } from "@leashline/kit";
import type {
  ProviderAccountSchema,
  ProviderRequirementsSchema,
} from "@leashline/proto/leashline/payment/v1/provider_account_service_pb.js";
import type { Requirements } from "../provider/accounts.ts";
import { isAvailable, needsIdentity, statusOf } from "./account-status.ts";
import type { AccountRow } from "./provider-account.store.ts";

const toRequirements = (asked: Requirements): MessageInitShape<typeof ProviderRequirementsSchema> => ({
  currentlyDue: [...asked.currentlyDue],
  eventuallyDue: [...asked.eventuallyDue],
  pastDue: [...asked.pastDue],
  pendingVerification: [...asked.pendingVerification],
  errors: asked.errors.map((one) => ({ ...one })),
  ...(asked.deadline && { currentDeadline: toTimestamp(asked.deadline) }),
});

export const isReady = (row: AccountRow | null): boolean => row?.setupStatus === "finished";

const toTold = (told: AccountRow["told"]) =>
  told && {
    country: told.country,
    defaultCurrency: told.currency,
    email: told.email,
    businessName: told.businessName,
    businessType: told.businessType,
    chargesEnabled: told.chargesEnabled,
    payoutsEnabled: told.payoutsEnabled,
    detailsSubmitted: told.detailsSubmitted,
    tosAccepted: told.termsAccepted,
    requirements: toRequirements(told.requirements),
    futureRequirements: toRequirements(told.future),
    externalAccounts: told.bankAccounts.map((one) => ({ ...one })),
  };

export function toProviderAccount(
  businessId: string,
  row: AccountRow | null,
  asksIdentity: boolean,
): MessageInitShape<typeof ProviderAccountSchema> {
  const told = row?.told ?? null;
  const status = statusOf(told);
  return {
    businessId,
    id: row?.accountId ?? "",
    status,
    available: isAvailable(status),
    ...toTold(told),
    metadata: { status: isReady(row) ? "finished" : "init" },
    setupStatus: row?.setupStatus ?? "notSetup",
    needIdentity: needsIdentity(status, asksIdentity) && row?.identityStatus !== "verified",
    identitySessionStatus: row?.identityStatus ?? "",
  };
}
