import type { GoogleSettings } from "./google-settings.ts";

/** An event as Google describes it, as far as we look. */
export type GoogleEvent = {
  id: string;
  etag?: string;
  status?: string;
  transparency?: string;
  eventType?: string;
  start?: GoogleTime;
  end?: GoogleTime;
  attendees?: { self?: boolean; responseStatus?: string }[];
  extendedProperties?: { private?: Record<string, string> };
};
/** A day for what lasts whole days, its end not included; else an instant. */
export type GoogleTime = { date?: string; dateTime?: string };

/** What we write into somebody's calendar. */
export type EventBody = { id: string } & Record<string, unknown>;

/** Google no longer lets us into this calendar. */
export class LinkEnded extends Error {}
/** No answer, or one that says nothing about the calendar. */
export class GoogleAway extends Error {}
/** Google's list of changes no longer goes back so far. */
export class ChangesLost extends Error {}

const PATIENCE_MS = 8_000;
const EARLY_MS = 60_000;
const MOST_KEPT = 5_000;
const SCOPE = "https://www.googleapis.com/auth/calendar.events";

export function consentAddress(settings: GoogleSettings, redirectUri: string, state: string): string {
  const asked = {
    client_id: settings.clientId,
    redirect_uri: redirectUri,
    response_type: "code",
    scope: SCOPE,
    access_type: "offline",
    // Google gives what one comes back with only when it asks anew.
    prompt: "consent",
    state,
  };
  return `${settings.consentPage}?${new URLSearchParams(asked)}`;
}

async function send(url: string, init: RequestInit): Promise<{ status: number; body: Record<string, unknown> }> {
  try {
    const answer = await fetch(url, { ...init, redirect: "error", signal: AbortSignal.timeout(PATIENCE_MS) });
    const text = await answer.text();
    return { status: answer.status, body: text === "" ? {} : (JSON.parse(text) as Record<string, unknown>) };
  } catch (error) {
    throw new GoogleAway((error as Error).message);
  }
}

const ask = ({ tokens, clientId, clientSecret }: GoogleSettings, form: Record<string, string>) =>
  send(tokens, { method: "POST", body: new URLSearchParams({ client_id: clientId, client_secret: clientSecret, ...form }) });

/** What Google gives for the answer that its page sent; null when it does not stand by it, or its holder left the calendar out. */
export async function exchange(settings: GoogleSettings, code: string, redirectUri: string): Promise<string | null> {
  const { status, body } = await ask(settings, { grant_type: "authorization_code", code, redirect_uri: redirectUri });
  if (status >= 500) throw new GoogleAway(`the token page answered ${status}`);
  const granted = String(body.scope ?? "").split(" ");
  return status === 200 && typeof body.refresh_token === "string" && granted.includes(SCOPE) ? body.refresh_token : null;
}

type Access = { token: string; until: number };
const opened = new Map<string, Access>();

async function accessBy(settings: GoogleSettings, refreshToken: string): Promise<string> {
  const kept = opened.get(refreshToken);
  if (kept && kept.until > Date.now()) return kept.token;
  const { status, body } = await ask(settings, { grant_type: "refresh_token", refresh_token: refreshToken });
  if (body.error === "invalid_grant") throw new LinkEnded("Google no longer takes the token");
  if (status !== 200 || typeof body.access_token !== "string") throw new GoogleAway(`the token page answered ${status}`);
  if (opened.size >= MOST_KEPT) opened.clear();
  opened.set(refreshToken, { token: body.access_token, until: Date.now() + Number(body.expires_in ?? 0) * 1_000 - EARLY_MS });
  return body.access_token;
}

export type CalendarAtGoogle = ReturnType<typeof calendarAtGoogle>;
type Read = { account: string; events: GoogleEvent[]; syncToken: string };

/** The main calendar of whoever gave this token. */
export function calendarAtGoogle(settings: GoogleSettings, refreshToken: string) {
  const events = `${settings.api}/calendars/primary/events`;
  async function call(
    method: string,
    url: string,
    body?: EventBody,
    again = true,
  ): Promise<{ status: number; body: Record<string, unknown> }> {
    const headers = { authorization: `Bearer ${await accessBy(settings, refreshToken)}`, "content-type": "application/json" };
    const answer = await send(url, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    if (answer.status === 401 && again) {
      opened.delete(refreshToken);
      return await call(method, url, body, false);
    }
    if (answer.status === 401) throw new LinkEnded("Google refuses a fresh token");
    if (answer.status >= 500 || answer.status === 403 || answer.status === 429) throw new GoogleAway(`Google answered ${answer.status}`);
    return answer;
  }
  return {
    /** All that changed since the token was given, or all events of a span of time. */
    async read(since: { syncToken: string } | { timeMin: string; timeMax: string }): Promise<Read> {
      const read: Read = { account: "", events: [], syncToken: "" };
      for (let page: string | null = ""; page !== null; ) {
        const query = new URLSearchParams({ singleEvents: "true", maxResults: "1000", ...since, ...(page && { pageToken: page }) });
        const { status, body } = await call("GET", `${events}?${query}`);
        if (status === 410) throw new ChangesLost();
        if (status !== 200) throw new GoogleAway(`Google answered ${status}`);
        read.account = String(body.summary ?? "");
        read.events.push(...((body.items ?? []) as GoogleEvent[]));
        read.syncToken = String(body.nextSyncToken ?? "");
        page = typeof body.nextPageToken === "string" ? body.nextPageToken : null;
      }
      return read;
    },

    /** Writes the event, whether it is there, was taken out, or never was. Answers Google's word for its state. */
    async put(event: EventBody, isNew: boolean): Promise<string> {
      const replace = () => call("PUT", `${events}/${event.id}`, event);
      const insert = () => call("POST", events, event);
      let answer = await (isNew ? insert() : replace());
      if (answer.status === 409) answer = await replace();
      else if (answer.status === 404 || answer.status === 410) answer = await insert();
      if (answer.status !== 200) throw new GoogleAway(`Google answered ${answer.status}`);
      return String(answer.body.etag ?? "");
    },

    /** Takes it out; one that is not there any more is out. */
    async remove(id: string): Promise<void> {
      await call("DELETE", `${events}/${id}`);
    },

    /** Gives the permission back. */
    async leave(): Promise<void> {
      opened.delete(refreshToken);
      await send(settings.revocation, { method: "POST", body: new URLSearchParams({ token: refreshToken }) });
    },
  };
}
