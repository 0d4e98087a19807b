import type { Undo } from "./undoable.ts";

/** What somebody did, in its words, and the call that takes it back. */
export type Change = Undo & { readonly text: string; readonly at: number; readonly businessId: string };

/** As long as the services take it back. */
export const KEPT_MS = 10 * 60_000;
const MOST = 50;

const text = (value: unknown): value is string => typeof value === "string" && value.length > 0 && value.length < 20_000;

const isChange = (value: unknown, now: number): value is Change => {
  const { call, key, text: words, businessId, at, message } = (value ?? {}) as Partial<Change>;
  if (![call, key, words, businessId].every(text) || typeof message !== "object" || message === null) return false;
  return typeof at === "number" && at <= now && now - at < KEPT_MS;
};

/** What was kept, as far as it is what we keep and still within its time; newest first. */
export const readChanges = (kept: string | null, now: number): Change[] => {
  try {
    const found: unknown = JSON.parse(kept ?? "[]");
    return Array.isArray(found) ? found.filter((one) => isChange(one, now)).slice(0, MOST) : [];
  } catch {
    return [];
  }
};

const undoesVisit = /(UndoChange|UndoSeriesChange)$/;

/** What a change is of, one by one. */
export const eachOf = (message: unknown): readonly Record<string, unknown>[] => {
  const { changes, ...one } = message as { changes?: unknown };
  return Array.isArray(changes) ? changes.filter((each) => typeof each === "object" && each !== null) : [one];
};

/** What a change is of: an older one of the same cannot be taken back any more. */
const thingsOf = ({ call, message }: Undo): string[] => {
  const kind = undoesVisit.test(call) ? "visit" : call;
  return eachOf(message).map(({ version: _, change: __, ...thing }) => {
    return kind + JSON.stringify(thing);
  });
};

/** With one more, which is the newest. */
export const withChange = (before: readonly Change[], newest: Change): Change[] => {
  const things = new Set(thingsOf(newest));
  return [newest, ...before.filter((one) => !thingsOf(one).some((thing) => things.has(thing)))].slice(0, MOST);
};
