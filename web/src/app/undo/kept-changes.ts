import type { Undo } from "./undoable.ts";

/** What somebody did, in its words, and the call that takes it back. `again`: by a visit's id, the version at which it stands again as this left it. */
export type Change = Undo & {
  readonly text: string;
  readonly at: number;
  readonly businessId: string;
  readonly again?: Readonly<Record<string, number>>;
};

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
/** The versions to which a change brought visits, by their ids. */
const versionsOf = ({ call, message }: Undo): ReadonlyMap<string, number> =>
  new Map(undoesVisit.test(call) ? eachOf(message).map(({ id, version }) => [String(id), Number(version)]) : []);

/** Whether nothing came between a change of one visit and one before it, which may be of others as well. */
function followsOn(newest: Undo, older: Change): boolean {
  const [now] = oneVisit.test(newest.call) ? versionsOf(newest) : [];
  const then = now && (older.again?.[now[0]] ?? versionsOf(older).get(now[0]));
  return now !== undefined && then !== undefined && now[1] - 1 === then;
}

/**
 * With one more, which is the newest. An older one of the same cannot be taken back any more, nor what waited behind that; one of a visit that it follows on waits
 * behind it.
 */
export const withChange = (before: readonly Change[], newest: Change): Change[] => {
  const isSame = isOf(newest);
  const others = before.filter(({ key }) => key !== newest.key);
  const older = others.find(isSame);
  if (older !== undefined && followsOn(newest, older)) return [newest, ...others].slice(0, MOST);
  const over: Change[] = [];
  for (const one of others) if (isSame(one) || over.some((gone) => isOf(gone)(one))) over.push(one);
  return [newest, ...others.filter((one) => !over.includes(one))].slice(0, MOST);
};

/** Once one is taken back, by which its visit came to a version: the one behind it is next. */
export const afterUndo = (kept: readonly Change[], undone: Undo, version: number | undefined): Change[] => {
  const rest = kept.filter(({ key }) => key !== undone.key);
  const next = version === undefined ? undefined : rest.find((one) => isOf(undone)(one) && followsOn(undone, one));
  const [id] = versionsOf(undone).keys();
  return rest.map((one) => (one === next ? { ...one, again: { ...one.again, [id as string]: version as number } } : one));
};

/** What can be taken back now: of the same, the newest. */
export const offeredOf = (kept: readonly Change[]): Change[] => kept.filter((one, at) => !kept.slice(0, at).some(isOf(one)));

/** Without one that can be no more, nor what waited behind it. */
export const withoutChange = (kept: readonly Change[], over: Undo): Change[] => {
  const [at, isSame] = [kept.findIndex(({ key }) => key === over.key), isOf(over)];
  return kept.filter((one, place) => one.key !== over.key && !(at >= 0 && place > at && isSame(one)));
};
