import { parseForm, text } from "../core/form.ts";
import { type Router, sendText } from "../core/http.ts";
import { escapeHtml, shell } from "../pages.ts";
import type { Merchant, ReserveServer } from "./reserve.ts";

const PAGE = "/sandbox/api/google/reserve";
const words = { true: "found on Google", false: "not found on Google", null: "Google is looking" };

const row = ({ id, entity, url, matched }: Merchant): string => `<h2>${escapeHtml(entity.name)}</h2>
<p>${escapeHtml(`${entity.telephone ?? ""} · ${url ?? "no link"} · ${words[`${matched}`]}`)}</p>
<form method="post" class="row"><input type="hidden" name="id" value="${escapeHtml(id)}">
<button name="answer" value="found">There is such a profile</button> <button name="answer" value="none">There is none</button></form>`;

/** What Google was told of businesses, and where somebody plays its decision. */
export function mountReservePages(router: Router, reserve: ReserveServer): void {
  router.on("GET", PAGE, ({ res }) => {
    const rows = reserve.all().map(row).join("") || "<p>Nobody has switched it on yet.</p>";
    sendText(res, "text/html; charset=utf-8", shell("Reserve with Google", `<h1>Reserve with Google</h1>${rows}`));
  });
  router.on("POST", PAGE, ({ res, body }) => {
    const form = parseForm(body);
    reserve.decide(text(form, "id") ?? "", text(form, "answer") === "found");
    res.writeHead(303, { location: PAGE });
    res.end();
  });
}
