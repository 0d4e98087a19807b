import { keptDrafts } from "../../../../app/session/kept-drafts.ts";
import { overtaken } from "../../../../ui/form/overtaken.ts";

export type Notes = { ticketComments: string; alertNotes: string };
/** `from` is what stood there when somebody began to write. */
type Draft = { mine: Partial<Notes>; from: Partial<Notes> };

const names = ["ticketComments", "alertNotes"] as const;
/** Of these notes what a draft is about. */
const of = (part: Partial<Notes>, notes: Notes): Partial<Notes> =>
  Object.fromEntries(names.filter((name) => part[name] !== undefined).map((name) => [name, notes[name]]));

/** What was written about a visit and not saved yet: looking at its bill, or at another visit, loses nothing. */
export const useNoteDrafts = keptDrafts<Readonly<Record<string, Draft>>>("note-drafts", () => ({}));

export const writeNote = (visit: Notes & { id: string }, change: Partial<Notes>): void =>
  void useNoteDrafts.setState(({ [visit.id]: old }) => ({
    [visit.id]: { mine: { ...old?.mine, ...change }, from: { ...of(change, visit), ...old?.from } },
  }));

/** What somebody else wrote meanwhile, and below it what is written here: nothing of either is lost. */
export const keepBoth = (visit: Notes & { id: string }, name: keyof Notes): void =>
  void useNoteDrafts.setState(({ [visit.id]: old }) => ({
    [visit.id]: {
      mine: { ...old?.mine, [name]: [visit[name], old?.mine[name]].filter(Boolean).join("\n") },
      from: { ...old?.from, [name]: visit[name] },
    },
  }));

export const dropNote = (id: string): void =>
  void useNoteDrafts.setState((all) => Object.fromEntries(Object.entries(all).filter(([one]) => one !== id)), true);

/** What saving would change; undefined when the draft says what the visit says already. */
export const unsaved = (draft: Draft | undefined, visit: Notes): Partial<Notes> | undefined => {
  const changes = Object.entries(draft?.mine ?? {}).filter(([name, text]) => text !== visit[name as keyof Notes]);
  return changes.length > 0 ? Object.fromEntries(changes) : undefined;
};

/** Which notes somebody else has changed since one began to write them here. */
export const changedMeanwhile = (draft: Draft | undefined, visit: Notes): (keyof Notes)[] =>
  draft ? (overtaken(draft.from, of(draft.mine, visit), draft.mine) as (keyof Notes)[]) : [];
