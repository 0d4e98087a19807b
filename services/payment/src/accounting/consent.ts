import type { AccountingSettings } from "./accounting-settings.ts";
import { BooksAway, LinkEnded, type Tokens } from "./books.ts";
import { send } from "./quickbooks.ts";

const SCOPE = "com.intuit.quickbooks.accounting";

export function consentAddress({ consentPage, clientId }: AccountingSettings, redirectUri: string, state: string): string {
  const asked = { client_id: clientId, redirect_uri: redirectUri, response_type: "code", scope: SCOPE, state };
  return `${consentPage}?${new URLSearchParams(asked)}`;
}

const asUs = ({ clientId, clientSecret }: AccountingSettings) => ({
  authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}`,
  accept: "application/json",
});

/** Null when QuickBooks does not stand by what we came with. */
async function tokens(settings: AccountingSettings, form: Record<string, string>): Promise<Tokens | null> {
  const { status, body } = await send(settings.tokens, { method: "POST", headers: asUs(settings), body: new URLSearchParams(form) });
  if (status === 400 && body.error === "invalid_grant") return null;
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: expiresIn } = body;
  if (status !== 200 || typeof accessToken !== "string" || typeof refreshToken !== "string")
    throw new BooksAway(`the token page answered ${status}`);
  return { accessToken, refreshToken, expiresIn: Number(expiresIn ?? 0) };
}

export const exchange = async (settings: AccountingSettings, code: string, redirectUri: string): Promise<Tokens | null> =>
  await tokens(settings, { grant_type: "authorization_code", code, redirect_uri: redirectUri });

export async function refresh(settings: AccountingSettings, refreshToken: string): Promise<Tokens> {
  const given = await tokens(settings, { grant_type: "refresh_token", refresh_token: refreshToken });
  if (!given) throw new LinkEnded("QuickBooks no longer takes the token");
  return given;
}

export async function revoke(settings: AccountingSettings, refreshToken: string): Promise<void> {
  const headers = { ...asUs(settings), "content-type": "application/json" };
  await send(settings.revocation, { method: "POST", headers, body: JSON.stringify({ token: refreshToken }) });
}
