/** Undo works for ten minutes. */
export const UNDO_MS = 10 * 60_000;

/** The newest that the change log says of something: what it was before, and with which number it stands since. */
export type Change<Before = object> = {
  readonly id: string;
  readonly action: string;
  readonly at: Date;
  readonly note: string;
  readonly before: Before | null;
  readonly after: { readonly version?: number } | null;
  readonly undone: boolean;
};

/** Only the newest change, only for ten minutes, only once: after that somebody may have built on it. What is new has nothing before it. */
export const isUndoable = ({ undone, after, at, before, action }: Omit<Change, "id" | "note">, version: number, now: number): boolean =>
  !undone && after?.version === version && now - at.getTime() <= UNDO_MS && (before !== null || action === "create");

/** The number of a change to something that counts none of its own: one more than the log's newest. */
export const nextVersion = (newest: Pick<Change, "after"> | undefined): number => (newest?.after?.version ?? 0) + 1;
