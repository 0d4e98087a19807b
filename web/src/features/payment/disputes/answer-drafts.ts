import { keptDrafts } from "../../../app/session/kept-drafts.ts";

/** What was typed and not sent yet, per dispute. What is attached is kept by the server. */
export const answerDrafts = keptDrafts<{ texts: Readonly<Record<string, string>> }>("dispute-answers", () => ({ texts: {} }));

export function keepDraft(disputeId: string, text: string): void {
  answerDrafts.setState(({ texts: { [disputeId]: _, ...texts } }) => ({ texts: text ? { ...texts, [disputeId]: text } : texts }));
}
