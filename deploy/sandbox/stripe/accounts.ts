import { group, text } from "../core/form.ts";
import type { Doc } from "../core/store.ts";
import { needsOffer } from "./capital.ts";
import { emit, known, load, metadata, newId, now, oneOf, required, type StripeCall, save } from "./context.ts";
import { invalid } from "./errors.ts";

// Connected accounts: made, onboarded on a page of the sandbox's own, and restricted again there.

const TYPES = ["company", "government_entity", "individual", "non_profit"];
const CAPITAL_PAGES = ["capital_financing_offer", "capital_financing_reporting"];
const FIRST_DUE = ["business_profile.url", "external_account", "individual.dob.day", "individual.ssn_last_4", "tos_acceptance.date"];
const COUNTRY_CURRENCY: Record<string, string> = { US: "usd", CA: "cad", GB: "gbp", AU: "aud" };

type Requirements = {
  currently_due: string[];
  eventually_due: string[];
  past_due: string[];
  pending_verification: string[];
  errors: { code: string; reason: string; requirement: string }[];
  current_deadline: number | null;
  disabled_reason: string | null;
  alternatives: [];
};

const requirements = (change: Partial<Requirements> = {}): Requirements => ({
  currently_due: [],
  eventually_due: [],
  past_due: [],
  pending_verification: [],
  errors: [],
  current_deadline: null,
  disabled_reason: null,
  alternatives: [],
  ...change,
});

const externals = (account: string, data: Doc[]) => ({
  object: "list",
  data,
  has_more: false,
  total_count: data.length,
  url: `/v1/accounts/${account}/external_accounts`,
});

export function createAccount(call: StripeCall): Doc {
  const { form } = call;
  known(form, "type country email business_type business_profile capabilities");
  const id = newId("acct", 16);
  const country = text(form, "country") ?? "US";
  const account: Doc = {
    id,
    object: "account",
    business_profile: { name: text(group(form, "business_profile"), "name") ?? null, url: null, mcc: null },
    business_type: oneOf(form, "business_type", TYPES) ?? null,
    capabilities: { card_payments: "inactive", transfers: "inactive" },
    charges_enabled: false,
    country,
    created: now(),
    default_currency: COUNTRY_CURRENCY[country] ?? "eur",
    details_submitted: false,
    email: text(form, "email") ?? null,
    external_accounts: externals(id, []),
    future_requirements: requirements(),
    metadata: metadata(form),
    payouts_enabled: false,
    requirements: requirements({
      currently_due: FIRST_DUE,
      eventually_due: FIRST_DUE,
      past_due: FIRST_DUE,
      disabled_reason: "requirements.past_due",
    }),
    settings: { payouts: { schedule: { delay_days: 2, interval: "daily" } } },
    tos_acceptance: { date: null },
    type: oneOf(form, "type", ["standard", "express", "custom"]) ?? "standard",
  };
  save(call, "account", account);
  return account;
}

export const retrieveAccount = (call: StripeCall): Doc => load(call, "account", call.params.id ?? "", "account");

function changed(call: StripeCall, account: Doc): Doc {
  save(call, "account", account);
  emit({ ...call, account: account.id }, "account.updated", account);
  return account;
}

export function updateAccount(call: StripeCall): Doc {
  const { form } = call;
  known(form, "email business_type business_profile");
  const account = retrieveAccount(call);
  const profile = account.business_profile as Record<string, unknown>;
  return changed(call, {
    ...account,
    email: text(form, "email") ?? account.email,
    business_type: oneOf(form, "business_type", TYPES) ?? account.business_type,
    business_profile: { ...profile, name: text(group(form, "business_profile"), "name") ?? profile.name },
    metadata: metadata(form, account.metadata as Record<string, string>),
  });
}

export function deleteAccount(call: StripeCall): Doc {
  const { id } = retrieveAccount(call);
  call.store.remove(id);
  return { id, object: "account", deleted: true };
}

/** A link works once and for some minutes, as Stripe's does. */
export function createAccountLink(call: StripeCall): Doc {
  const { form } = call;
  known(form, "account refresh_url return_url type collection_options");
  const account = load(call, "account", required(form, "account"), "account");
  const id = newId("al");
  const type = oneOf(form, "type", ["account_onboarding", "account_update", ...CAPITAL_PAGES]) ?? "account_onboarding";
  if (type === "account_update" && account.type !== "custom")
    throw invalid("You can only create account links of type `account_onboarding` for this account.", "type");
  if (CAPITAL_PAGES.includes(type)) needsOffer(call, type);
  save(call, "account_link", { id, type, account: account.id, return_url: required(form, "return_url") });
  return {
    id: "",
    object: "account_link",
    created: now(),
    expires_at: now() + 300,
    url: `${call.publicBase}/sandbox/stripe/${CAPITAL_PAGES.includes(type) ? "capital" : "onboarding"}/${id}`,
  };
}

const bank = (account: string, isDefault: boolean, last4 = "6789"): Doc => ({
  id: newId("ba"),
  object: "bank_account",
  account,
  account_holder_name: null,
  account_holder_type: null,
  bank_name: "STRIPE TEST BANK",
  country: "US",
  currency: "usd",
  default_for_currency: isDefault,
  last4,
  metadata: {},
  status: "new",
});

const banksOf = (account: Doc): Doc[] => (account.external_accounts as { data: Doc[] }).data;

/** The tokens of Stripe's testing page for bank accounts. */
export function addExternalAccount(call: StripeCall): Doc {
  known(call.form, "external_account default_for_currency");
  const account = retrieveAccount(call);
  const token = required(call.form, "external_account");
  if (!/^btok_us(_verified)?$/.test(token)) throw invalid(`No such token: '${token}'`, "external_account", "resource_missing");
  const made = bank(account.id, banksOf(account).length === 0 || text(call.form, "default_for_currency") === "true");
  const others = banksOf(account).map((one) => (made.default_for_currency ? { ...one, default_for_currency: false } : one));
  changed(call, { ...account, external_accounts: externals(account.id, [...others, made]) });
  return made;
}

export function deleteExternalAccount(call: StripeCall): Doc {
  const account = retrieveAccount(call);
  const id = call.params.bank ?? "";
  const found = banksOf(account).find((one) => one.id === id);
  if (!found) throw invalid(`No such external account: '${id}'`, "id", "resource_missing", 404);
  if (found.default_for_currency)
    throw invalid(
      "You cannot delete the default external account for your default currency. Please make another external account the default.",
    );
  changed(call, {
    ...account,
    external_accounts: externals(
      account.id,
      banksOf(account).filter((one) => one.id !== id),
    ),
  });
  return { id, object: "bank_account", deleted: true };
}

export const OUTCOMES = ["complete", "missing", "soon", "later", "pending"] as const;
export type Outcome = (typeof OUTCOMES)[number];

const outcomes: Record<Outcome, { enabled: boolean; requirements: () => Requirements }> = {
  complete: { enabled: true, requirements: () => requirements() },
  missing: {
    enabled: false,
    requirements: () =>
      requirements({
        currently_due: ["individual.id_number"],
        eventually_due: ["individual.id_number"],
        past_due: ["individual.id_number"],
        errors: [
          {
            code: "verification_failed_keyed_identity",
            reason: "The ID number does not match the name.",
            requirement: "individual.id_number",
          },
        ],
        disabled_reason: "requirements.past_due",
      }),
  },
  soon: {
    enabled: true,
    requirements: () =>
      requirements({ currently_due: ["company.tax_id"], eventually_due: ["company.tax_id"], current_deadline: now() + 14 * 86_400 }),
  },
  later: { enabled: true, requirements: () => requirements({ eventually_due: ["individual.id_number"] }) },
  pending: { enabled: true, requirements: () => requirements({ pending_verification: ["individual.verification.document"] }) },
};

/** What came of the pages on which the business tells who it is. */
export function onboard(call: StripeCall, id: string, outcome: Outcome): Doc {
  const account = load(call, "account", id);
  const { enabled, requirements: asked } = outcomes[outcome];
  const banks = banksOf(account);
  return changed(call, {
    ...account,
    business_type: account.business_type ?? "individual",
    capabilities: { card_payments: enabled ? "active" : "pending", transfers: enabled ? "active" : "pending" },
    charges_enabled: enabled,
    payouts_enabled: enabled,
    details_submitted: true,
    external_accounts: externals(account.id, banks.length > 0 ? banks : [bank(account.id, true)]),
    requirements: asked(),
    tos_acceptance: { date: now() },
  });
}
