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

/** What a change is of. */
const thingsOf = ({ call, message }: Undo): string[] => {
  const kind = undoesVisit.test(call) ? "visit" : call;
  return eachOf(message).map(({ version: _, change: __, ...thing }) => {
    return kind + JSON.stringify(thing);
  });
};

const isOf =
  (undo: Undo) =>
  (other: Undo): boolean =>
    thingsOf(other).some((thing) => thingsOf(undo).includes(thing));

/** With one more, which is the newest. An older one of the same waits behind it where change after change can be taken back, which is so of visits. */
export const withChange = (before: readonly Change[], newest: Change): Change[] => {
  const isSame = isOf(newest);
  return [newest, ...before.filter((one) => one.key !== newest.key && (undoesVisit.test(one.call) || !isSame(one)))].slice(0, MOST);
};

/** What can be taken back now: of the same, the newest. */
export const offeredOf = (kept: readonly Change[]): Change[] => kept.filter((one, at) => !kept.slice(0, at).some(isOf(one)));

/** Without one that can be no more, nor what waited behind it. */
export const withoutChange = (kept: readonly Change[], over: Undo): Change[] => {
  const [at, isSame] = [kept.findIndex(({ key }) => key === over.key), isOf(over)];
  return kept.filter((one, place) => one.key !== over.key && !(at >= 0 && place > at && isSame(one)));
};
