import type { Undo } from "./undoable.ts";

/** What somebody did, in its words, and the call that takes it back. `again`: the version at which its visit stands again as it left it. */
export type Change = Undo & { readonly text: string; readonly at: number; readonly businessId: string; readonly again?: number };

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

const oneVisit = /\.AppointmentService\/UndoChange$/;
const versionOf = ({ call, message }: Undo): number | undefined =>
  oneVisit.test(call) ? (message as { version?: number }).version : undefined;

/** Whether nothing came between a change of a visit and one before it. */
const followsOn = (newest: Undo, older: Change): boolean => {
  const [now, then] = [versionOf(newest), versionOf(older)];
  return now !== undefined && then !== undefined && now - 1 === (older.again ?? then);
};

/** With one more, which is the newest. An older one of the same cannot be taken back any more; one of a visit that it follows on waits behind it. */
export const withChange = (before: readonly Change[], newest: Change): Change[] => {
  const isSame = isOf(newest);
  const older = before.find(isSame);
  const waits = older !== undefined && followsOn(newest, older);
  return [newest, ...before.filter((one) => one.key !== newest.key && (waits || !isSame(one)))].slice(0, MOST);
};

/** Once one is taken back, by which its visit came to a version: the one behind it is next. */
export const afterUndo = (kept: readonly Change[], undone: Undo, version: number | undefined): Change[] => {
  const rest = kept.filter(({ key }) => key !== undone.key);
  const next = version === undefined ? undefined : rest.find((one) => isOf(undone)(one) && followsOn(undone, one));
  return rest.map((one) => (one === next ? { ...one, again: version as number } : one));
};

/** What can be taken back now: of the same, the newest. */
export const offeredOf = (kept: readonly Change[]): Change[] => kept.filter((one, at) => !kept.slice(0, at).some(isOf(one)));

/** Without one that can be no more, nor what waited behind it. */
export const withoutChange = (kept: readonly Change[], over: Undo): Change[] => {
  const [at, isSame] = [kept.findIndex(({ key }) => key === over.key), isOf(over)];
  return kept.filter((one, place) => one.key !== over.key && !(at >= 0 && place > at && isSame(one)));
};
