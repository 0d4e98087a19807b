import type { SquareClient } from "square";
import { AccountClosed, OutcomeUnknown, Refused } from "../provider/provider.ts";
import { squareClient, translated } from "./square-sdk.ts";
import type { SquareSettings } from "./square-settings.ts";

/** What somebody agrees to: to take and give back payments, at a terminal too, to keep clients with their cards, to answer what is contested, and to see what comes to the bank. */
const SCOPES = [
  "MERCHANT_PROFILE_READ",
  "PAYMENTS_READ",
  "PAYMENTS_WRITE",
  "DEVICE_CREDENTIAL_MANAGEMENT",
  "CUSTOMERS_READ",
  "CUSTOMERS_WRITE",
  "DISPUTES_READ",
  "DISPUTES_WRITE",
  "PAYOUTS_READ",
];

/** What of that an account does not let us do. */
export const lackingOf = (scopes: readonly string[]): string[] => SCOPES.filter((one) => !scopes.includes(one));

/** What the token that it is asked with may do; null where Square does not say. */
export const scopesOf = async (square: SquareClient): Promise<string[] | null> => (await square.oAuth.retrieveTokenStatus()).scopes ?? null;

export type Tokens = { accessToken: string; refreshToken: string; expiresAt: Date; merchantId: string };

/** Where somebody agrees, signing in anew: the person at the counter may be signed in at Square as somebody else. */
export function consentAddress({ base, applicationId }: SquareSettings, redirectUri: string, state: string): string {
  const asked = { client_id: applicationId, scope: SCOPES.join(" "), session: "false", state, redirect_uri: redirectUri };
  return `${base}/oauth2/authorize?${new URLSearchParams(asked)}`;
}

type Grant = { grantType: "authorization_code"; code: string; redirectUri: string } | { grantType: "refresh_token"; refreshToken: string };

/** Null when Square does not stand by what we came with. */
async function tokens(settings: SquareSettings, grant: Grant): Promise<Tokens | null> {
  const { applicationId: clientId, applicationSecret: clientSecret } = settings;
  try {
    const given = await squareClient(settings, "").oAuth.obtainToken({ clientId, clientSecret, ...grant });
    const { accessToken, refreshToken, expiresAt, merchantId = "" } = given;
    if (!accessToken || !refreshToken || !expiresAt) throw new OutcomeUnknown("Square gave no token");
    return { accessToken, refreshToken, expiresAt: new Date(expiresAt), merchantId };
  } catch (error) {
    const said = translated(error);
    if (said instanceof Refused || said instanceof AccountClosed) return null;
    throw said;
  }
}

export const exchange = async (settings: SquareSettings, code: string, redirectUri: string): Promise<Tokens | null> =>
  await tokens(settings, { grantType: "authorization_code", code, redirectUri });

export const refresh = async (settings: SquareSettings, refreshToken: string): Promise<Tokens | null> =>
  await tokens(settings, { grantType: "refresh_token", refreshToken });

/** Gives the permission back: all of it, or only this token where other locations use the same account. Square hearing of it or not, it is not used again. */
export async function revoke(settings: SquareSettings, accessToken: string, all: boolean): Promise<void> {
  const headers = { Authorization: `Client ${settings.applicationSecret}` };
  const asked = { clientId: settings.applicationId, accessToken, revokeOnlyAccessToken: !all };
  try {
    await squareClient(settings, "").oAuth.revokeToken(asked, { headers });
  } catch (error) {
    const said = translated(error);
    if (!(said instanceof Refused || said instanceof OutcomeUnknown)) throw said;
  }
}
