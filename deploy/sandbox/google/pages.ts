import { parseForm, text } from "../core/form.ts";
import { type Call, HttpError, type Router, sendText } from "../core/http.ts";
import { escapeHtml, shell } from "../pages.ts";
import type { CalendarEvent } from "./events.ts";
import { CALENDAR_SCOPE, type GoogleServer } from "./server.ts";

const HTML = "text/html; charset=utf-8";
const CONSENT = "/o/oauth2/v2/auth";
const CALENDARS = "/sandbox/api/google/calendars";

function redirect({ res }: Call, url: string): void {
  res.writeHead(303, { location: url });
  res.end();
}

function asked({ query }: Call, google: GoogleServer): { back: URL; scope: string } {
  const back = URL.parse(query.get("redirect_uri") ?? "");
  if (!google.knows(query.get("client_id"))) throw new HttpError(401, "invalid_client");
  if (!back || query.get("response_type") !== "code") throw new HttpError(400, "redirect_uri_mismatch");
  back.searchParams.set("state", query.get("state") ?? "");
  return { back, scope: query.get("scope") ?? "" };
}

const consent = `<h1>Google sandbox</h1><p>Leashline wants to see and change events in your calendar. Nothing leaves this machine.</p>
<form method="post"><p><label>Account <input name="account" type="email" required value="me@gmail.test"></label></p>
<p class="row"><button name="answer" value="allow" class="strong">Allow</button> <button name="answer" value="part">Allow without the calendar</button>
<button name="answer" value="deny">Cancel</button></p></form>`;

const when = ({ start, end }: CalendarEvent): string => `${start?.dateTime ?? start?.date ?? ""} – ${end?.dateTime ?? end?.date ?? ""}`;

function calendar(google: GoogleServer, account: string): string {
  const events = google.events.of(account).filter(({ status }) => status !== "cancelled");
  const rows = events.map((event) => `<li>${escapeHtml(event.summary)}: ${escapeHtml(when(event))}</li>`).join("");
  return `<h2>${escapeHtml(account)}</h2><ul>${rows}</ul>
<form method="post" class="row"><input type="hidden" name="account" value="${escapeHtml(account)}">
<input name="summary" placeholder="Dentist" required> <input name="start" type="datetime-local" required> <input name="end" type="datetime-local" required>
<button>Add</button> <button name="end_access" value="1" formnovalidate>Take the permission back</button></form>`;
}

/** Where the holder of a calendar agrees, and what somebody sees and does in their calendar. */
export function mountGooglePages(router: Router, google: GoogleServer): void {
  router.on("GET", CONSENT, (call) => {
    asked(call, google);
    sendText(call.res, HTML, shell("Google", consent));
  });
  router.on("POST", CONSENT, (call) => {
    const { back, scope } = asked(call, google);
    const form = parseForm(call.body);
    const answer = text(form, "answer");
    if (answer === "deny") back.searchParams.set("error", "access_denied");
    else {
      const granted = answer === "part" ? "openid" : scope || CALENDAR_SCOPE;
      back.searchParams.set("code", google.code(text(form, "account") ?? "me@gmail.test", call.query.get("redirect_uri") ?? "", granted));
    }
    redirect(call, back.toString());
  });
  router.on("GET", CALENDARS, (call) => {
    const accounts = google.accounts().map((account) => calendar(google, account));
    sendText(call.res, HTML, shell("Google calendars", `<h1>Google calendars</h1>${accounts.join("") || "<p>None is tied yet.</p>"}`));
  });
  router.on("POST", CALENDARS, (call) => {
    const form = parseForm(call.body);
    const account = text(form, "account") ?? "";
    const time = (name: string) => ({ dateTime: new Date(text(form, name) ?? "").toISOString() });
    if (text(form, "end_access")) google.end(account);
    else google.events.add(account, { summary: text(form, "summary") ?? "Busy", start: time("start"), end: time("end") });
    redirect(call, CALENDARS);
  });
}
