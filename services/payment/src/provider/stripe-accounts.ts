import type Stripe from "stripe";
import type { AccountChange, AccountProvider, BankAccount, IdentitySession, ProviderAccount, Requirements } from "./accounts.ts";
import { asking } from "./stripe-sdk.ts";

type Asked = Stripe.Account.Requirements | Stripe.Account.FutureRequirements | undefined;

const requirementsOf = (asked: Asked): Requirements => ({
  currentlyDue: asked?.currently_due ?? [],
  eventuallyDue: asked?.eventually_due ?? [],
  pastDue: asked?.past_due ?? [],
  pendingVerification: asked?.pending_verification ?? [],
  errors: (asked?.errors ?? []).map(({ requirement, reason }) => ({ requirement, reason })),
  deadline: asked?.current_deadline ? new Date(asked.current_deadline * 1000) : null,
});

const bankOf = (one: Stripe.BankAccount): BankAccount => ({
  id: one.id,
  bankName: one.bank_name ?? "",
  last4: one.last4,
  country: one.country,
  currency: one.currency.toUpperCase(),
  isDefault: one.default_for_currency ?? false,
  status: one.status,
});

export const accountOf = (account: Stripe.Account): ProviderAccount => ({
  id: account.id,
  country: account.country ?? "",
  currency: (account.default_currency ?? "").toUpperCase(),
  email: account.email ?? "",
  businessName: account.business_profile?.name ?? "",
  businessType: account.business_type ?? "",
  chargesEnabled: account.charges_enabled,
  payoutsEnabled: account.payouts_enabled,
  detailsSubmitted: account.details_submitted,
  termsAccepted: Boolean(account.tos_acceptance?.date),
  requirements: requirementsOf(account.requirements),
  future: requirementsOf(account.future_requirements),
  bankAccounts: (account.external_accounts?.data ?? []).filter((one) => one.object === "bank_account").map(bankOf),
  metadata: account.metadata ?? {},
});

const sessionOf = (session: Stripe.Identity.VerificationSession): IdentitySession => ({
  id: session.id,
  status: session.status,
  url: session.url ?? "",
  metadata: session.metadata ?? {},
});

const changeOf = ({ email, businessName, businessType, metadata }: AccountChange): Stripe.AccountUpdateParams => ({
  ...(email && { email }),
  ...(businessName && { business_profile: { name: businessName } }),
  ...(businessType && { business_type: businessType as Stripe.AccountUpdateParams.BusinessType }),
  ...(metadata && { metadata }),
});

export function accounts(stripe: Stripe): AccountProvider {
  return {
    createAccount: ({ key, country, metadata }) =>
      asking(async () => {
        const capabilities = { card_payments: { requested: true }, transfers: { requested: true } };
        return accountOf(await stripe.accounts.create({ type: "express", country, capabilities, metadata }, { idempotencyKey: key }));
      }),
    getAccount: (id) => asking(async () => accountOf(await stripe.accounts.retrieve(id))),
    updateAccount: (id, change) => asking(async () => accountOf(await stripe.accounts.update(id, changeOf(change)))),
    accountLink: (id, { returnUrl, refreshUrl }) =>
      asking(async () => {
        const link = { account: id, return_url: returnUrl, refresh_url: refreshUrl, type: "account_onboarding" } as const;
        return (await stripe.accountLinks.create(link)).url;
      }),
    addBankAccount: (id, { key, token, isDefault }) =>
      asking(async () => {
        const bank = { external_account: token, ...(isDefault && { default_for_currency: true }) };
        await stripe.accounts.createExternalAccount(id, bank, { idempotencyKey: key });
      }),
    removeBankAccount: (id, bankAccountId) => asking(async () => void (await stripe.accounts.deleteExternalAccount(id, bankAccountId))),
    createIdentitySession: ({ key, returnUrl, metadata }) =>
      asking(async () => {
        const asked = { type: "document", return_url: returnUrl, metadata } as const;
        return sessionOf(await stripe.identity.verificationSessions.create(asked, { idempotencyKey: key }));
      }),
    getIdentitySession: (id) => asking(async () => sessionOf(await stripe.identity.verificationSessions.retrieve(id))),
  };
}
