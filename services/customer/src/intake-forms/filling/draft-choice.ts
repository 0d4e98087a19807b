import { createHash } from "node:crypto";
import { type Ctx, toTimestamp } from "@leashline/kit";
import { type Answers, answerFor } from "@leashline/proto/rules/intake-answers.ts";
import type { FormContent } from "@leashline/proto/rules/intake-form.ts";
import { query } from "../../db.ts";
import type { KeptDraft } from "./draft.store.ts";
import { contentsOf } from "./page.store.ts";
import { versionBegun } from "./page.ts";

/** Of more that were begun with one number, so many are shown. */
export const MOST_CHOICES = 10;

/** Names a draft without saying the ticket, with which it could be sent. */
export const choiceOf = (ticket: string): string => createHash("sha256").update(ticket).digest("base64url").slice(0, 16);

const namesIn = (content: FormContent, { owner, pets }: Answers) => ({
  ownerName: ["client.firstName", "client.lastName"]
    .map((target) => answerFor(content, owner, target)[0] ?? "")
    .join(" ")
    .trim(),
  petNames: pets.map((pet) => answerFor(content, pet, "pet.petName")[0] ?? "").filter(Boolean),
});

/** What tells drafts from each other, in the words of the versions that were begun. */
export async function toChoices(ctx: Ctx, formId: string, drafts: readonly KeptDraft[]) {
  const begun = drafts.map((draft) => ({ ...draft, version: versionBegun(ctx, formId, draft.ticket) }));
  const versions = begun.map(({ version }) => version);
  const contents = await query(ctx, (db) => contentsOf(db, formId, versions));
  return begun.map(({ ticket, answers, updatedAt, version }) => {
    const content = contents.get(version);
    return { choice: choiceOf(ticket), keptTime: toTimestamp(updatedAt), ...(content && namesIn(content, answers)) };
  });
}
