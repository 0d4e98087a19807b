import { keptDrafts } from "../../app/kept-drafts.ts";

type Draft = { comments?: string; alert?: string };

/** What was written about a visit and not saved yet: looking at its bill, or at another visit, loses nothing. */
export const useNoteDrafts = keptDrafts<Readonly<Record<string, Draft>>>("note-drafts", () => ({}));

export const writeNote = (id: string, change: Draft): void => void useNoteDrafts.setState((all) => ({ [id]: { ...all[id], ...change } }));

export const dropNote = (id: string): void =>
  void useNoteDrafts.setState((all) => Object.fromEntries(Object.entries(all).filter(([one]) => one !== id)), true);

/** What saving would change; undefined when the draft says what the visit says already. */
export const unsaved = (draft: Draft | undefined, visit: { ticketComments: string; alertNotes: string }): Draft | undefined => {
  const comments = draft?.comments !== undefined && draft.comments !== visit.ticketComments ? draft.comments : undefined;
  const alert = draft?.alert !== undefined && draft.alert !== visit.alertNotes ? draft.alert : undefined;
  if (comments === undefined && alert === undefined) return undefined;
  return { ...(comments !== undefined && { comments }), ...(alert !== undefined && { alert }) };
};
