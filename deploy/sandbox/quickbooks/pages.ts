import { parseForm, text } from "../core/form.ts";
import { type Call, HttpError, type Router, sendText } from "../core/http.ts";
import { escapeHtml, shell } from "../pages.ts";
import type { Journal } from "./companies.ts";
import type { QuickBooksServer } from "./server.ts";

const HTML = "text/html; charset=utf-8";
const CONSENT = "/connect/oauth2";
const BOOKS = "/sandbox/api/quickbooks/books";

function redirect({ res }: Call, url: string): void {
  res.writeHead(303, { location: url });
  res.end();
}

function back({ query }: Call, quickBooks: QuickBooksServer): URL {
  const url = URL.parse(query.get("redirect_uri") ?? "");
  if (!quickBooks.knows(query.get("client_id"))) throw new HttpError(401, "invalid_client");
  if (!url || query.get("response_type") !== "code") throw new HttpError(400, "The redirect_uri query parameter value is invalid.");
  url.searchParams.set("state", query.get("state") ?? "");
  return url;
}

const consent = `<h1>QuickBooks sandbox</h1><p>Leashline wants to write journal entries into your company's books. Nothing leaves this machine.</p>
<form method="post"><p><label>Company <input name="company" required value="Sandbox Company"></label>
<label>Currency <input name="currency" required value="USD" maxlength="3" size="3"></label></p>
<p class="row"><button name="answer" value="allow" class="strong">Connect</button> <button name="answer" value="deny">Cancel</button></p></form>`;

const entry = ({ TxnDate, DocNumber, Line }: Journal): string => {
  const lines = Line.map(
    ({ Description, Amount, JournalEntryLineDetail }) => `${Description} ${JournalEntryLineDetail?.PostingType} ${Amount}`,
  );
  return `<li>${escapeHtml(`${TxnDate} ${DocNumber}: ${lines.join(", ")}`)}</li>`;
};

function books(quickBooks: QuickBooksServer): string {
  const companies = quickBooks.companies.all().map(({ id, name, currency }) => {
    const entries = quickBooks.companies.journals(id).map(entry).join("");
    return `<h2>${escapeHtml(name)} (${escapeHtml(currency)})</h2><ul>${entries}</ul>
<form method="post" class="row"><input type="hidden" name="realm" value="${id}"><button>Take the permission back</button></form>`;
  });
  return `<h1>QuickBooks companies</h1>${companies.join("") || "<p>None is connected yet.</p>"}`;
}

/** Where somebody agrees for their company, and the books as they stand there. */
export function mountQuickBooksPages(router: Router, quickBooks: QuickBooksServer): void {
  router.on("GET", CONSENT, (call) => {
    back(call, quickBooks);
    sendText(call.res, HTML, shell("QuickBooks", consent));
  });
  router.on("POST", CONSENT, (call) => {
    const url = back(call, quickBooks);
    const form = parseForm(call.body);
    if (text(form, "answer") === "deny") url.searchParams.set("error", "access_denied");
    else {
      const realmId = quickBooks.companies.open(text(form, "company") ?? "Sandbox Company", text(form, "currency") ?? "USD");
      url.searchParams.set("code", quickBooks.code(realmId, call.query.get("redirect_uri") ?? ""));
      url.searchParams.set("realmId", realmId);
    }
    redirect(call, url.toString());
  });
  router.on("GET", BOOKS, (call) => sendText(call.res, HTML, shell("QuickBooks", books(quickBooks))));
  router.on("POST", BOOKS, (call) => {
    quickBooks.end(text(parseForm(call.body), "realm") ?? "");
    redirect(call, BOOKS);
  });
}
