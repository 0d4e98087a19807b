import type { Runtime } from "@leashline/kit";

/** The application that QuickBooks knows us as, and where QuickBooks is. */
export type AccountingSettings = {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly consentPage: string;
  readonly tokens: string;
  readonly revocation: string;
  readonly api: string;
};

const REAL = {
  pages: "https://appcenter.intuit.com",
  tokens: "https://oauth.platform.intuit.com",
  revocation: "https://developer.api.intuit.com",
  api: "https://quickbooks.api.intuit.com",
};

/** Null while the operator has named no application of theirs. */
export function accountingSettings(env: NodeJS.ProcessEnv): AccountingSettings | null {
  const { LEASHLINE_QUICKBOOKS_CLIENT_ID: clientId, LEASHLINE_QUICKBOOKS_CLIENT_SECRET: clientSecret } = env;
  if (!clientId || !clientSecret) return null;
  const base = env.LEASHLINE_QUICKBOOKS_API_BASE?.replace(/\/$/, "");
  const at = base ? { pages: base, tokens: base, revocation: base, api: base } : REAL;
  return {
    clientId,
    clientSecret,
    consentPage: `${at.pages}/connect/oauth2`,
    tokens: `${at.tokens}/oauth2/v1/tokens/bearer`,
    revocation: `${at.revocation}/v2/oauth2/tokens/revoke`,
    api: `${at.api}/v3/company`,
  };
}

/** Wrong settings stop the boot; missing ones only mean that nobody can connect their books. */
export function checkAccountingSettings({ config: { env }, log }: Runtime): void {
  const { LEASHLINE_QUICKBOOKS_CLIENT_ID: id, LEASHLINE_QUICKBOOKS_CLIENT_SECRET: secret, LEASHLINE_QUICKBOOKS_API_BASE: base } = env;
  const refuse = (why: string) => new Error(`The settings do not allow a start: ${why}`);
  if (Boolean(id) !== Boolean(secret))
    throw refuse("LEASHLINE_QUICKBOOKS_CLIENT_ID and LEASHLINE_QUICKBOOKS_CLIENT_SECRET belong together.");
  if (base && !/^https?:\/\//.test(base)) throw refuse("LEASHLINE_QUICKBOOKS_API_BASE must start with http:// or https://.");
  if (!id) log.info("QuickBooks is not set up: without LEASHLINE_QUICKBOOKS_CLIENT_ID nobody can connect their books");
}
