import { keptDrafts } from "../../../app/session/kept-drafts.ts";

/** What was typed and not sent yet, per conversation: going elsewhere and back loses nothing. */
export const drafts = keptDrafts<{ texts: Record<string, string> }>("message-drafts", () => ({ texts: {} }));
