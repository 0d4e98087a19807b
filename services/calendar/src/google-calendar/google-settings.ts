import type { Runtime } from "@leashline/kit";

/** The application that Google knows us as, and where Google is. */
export type GoogleSettings = {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly consentPage: string;
  readonly tokens: string;
  readonly revocation: string;
  readonly api: string;
};

const REAL = { pages: "https://accounts.google.com", tokens: "https://oauth2.googleapis.com", api: "https://www.googleapis.com" };

/** Null while the operator has named no application of theirs. */
export function googleSettings(env: NodeJS.ProcessEnv): GoogleSettings | null {
  const { LEASHLINE_GOOGLE_CLIENT_ID: clientId, LEASHLINE_GOOGLE_CLIENT_SECRET: clientSecret } = env;
  if (!clientId || !clientSecret) return null;
  const base = env.LEASHLINE_GOOGLE_API_BASE?.replace(/\/$/, "");
  const at = base ? { pages: base, tokens: base, api: base } : REAL;
  return {
    clientId,
    clientSecret,
    consentPage: `${at.pages}/o/oauth2/v2/auth`,
    tokens: `${at.tokens}/token`,
    revocation: `${at.tokens}/revoke`,
    api: `${at.api}/calendar/v3`,
  };
}

/** Wrong settings stop the boot; missing ones only mean that nobody can tie a Google calendar. */
export function checkGoogleSettings({ config: { env }, log }: Runtime): void {
  const { LEASHLINE_GOOGLE_CLIENT_ID: id, LEASHLINE_GOOGLE_CLIENT_SECRET: secret, LEASHLINE_GOOGLE_API_BASE: base } = env;
  const refuse = (why: string) => new Error(`The settings do not allow a start: ${why}`);
  if (Boolean(id) !== Boolean(secret)) throw refuse("LEASHLINE_GOOGLE_CLIENT_ID and LEASHLINE_GOOGLE_CLIENT_SECRET belong together.");
  if (base && !/^https?:\/\//.test(base)) throw refuse("LEASHLINE_GOOGLE_API_BASE must start with http:// or https://.");
  if (!id) log.info("Google Calendar is not set up: without LEASHLINE_GOOGLE_CLIENT_ID nobody can tie a calendar");
}
