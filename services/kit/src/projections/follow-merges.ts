import type { DescMessage } from "@bufbuild/protobuf";
import { databaseAccess } from "../db/access.ts";
import { type JobDef, job } from "../db/job.ts";
import { type Consumer, consumer } from "../events/consumer.ts";
import { lockNote, type Moved, moveRows, type Pair, type Place, saveNote } from "./merge-rows.store.ts";
import type { AnyTx } from "./projection.ts";

export type { Moved, Place } from "./merge-rows.store.ts";

/** What two clients becoming one, or two again, came to in a service. */
export type Followed = {
  /** The client whose rows these were, and whose they are now. */
  from: { id: string; firstName: string; lastName: string; clientColor: string };
  to: { id: string; firstName: string; lastName: string; clientColor: string };
  /** By table: the keys of the rows that changed hands. */
  moved: ReadonlyMap<string, readonly string[]>;
  /** Names of the pets whose ids were replaced. */
  pets: readonly { from: string; to: string; petName: string }[];
};
/** Two clients as the event of their merge, or of its undoing, has them. */
type Side = { customerId: string; firstName: string; lastName: string; clientColor: string };
type MergedPet = { petId: string; petName: string; intoPetId: string; intoPetName: string };
type Told = { mergeId: string; winner?: Side | undefined; loser?: Side | undefined; pets: readonly MergedPet[] };
/** The events that say so, both of them in that shape. */
export type MergeEvents = { merged: DescMessage; unmerged: DescMessage };
export type MergeFollower = {
  places: readonly Place[];
  consumers: readonly Consumer[];
  jobs: readonly JobDef<{ mergeId: string }>[];
  /** In the transaction of the merge itself, for the service that decides on it. */
  merge: (tx: AnyTx, told: Told) => Promise<void>;
  unmerge: (tx: AnyTx, told: Told) => Promise<void>;
};

/** What was on its way under the old id when the clients were merged has arrived by then. */
const againAfterSeconds = [60, 3_600];

const { command } = databaseAccess<Record<never, never>>();
type Payload = { mergeId: string; told: Told };

/** Lets everything of one client go to another when the two are merged, and exactly that back when it is undone. */
export function followMerges(
  { merged, unmerged }: MergeEvents,
  places: readonly Place[],
  changed: (tx: AnyTx, followed: Followed) => Promise<void> = async () => undefined,
): MergeFollower {
  const carry = async (tx: AnyTx, told: Told): Promise<void> => {
    const note = await lockNote(tx, told.mergeId);
    if (note.undone) return;
    const fresh: Moved[] = [];
    for (const pair of pairsOf(told)) for (const place of places) if (place.of === pair.of) fresh.push(await moveRows(tx, place, pair));
    const moved = fresh.filter(({ keys }) => keys.length > 0);
    saveNote(tx, told.mergeId, { undone: false, moved: [...note.moved, ...moved] });
    await changed(tx, followedOf(told, moved, "there"));
  };
  const back = async (tx: AnyTx, told: Told): Promise<void> => {
    const note = await lockNote(tx, told.mergeId);
    if (note.undone) return;
    const returned: Moved[] = [];
    for (const one of note.moved) {
      const place = places.find(({ table, column }) => table === one.table && column === one.column);
      if (place)
        returned.push(
          await moveRows(tx, place, { of: place.of, from: one.to, to: one.from, owner: told.loser?.customerId ?? "0" }, one.keys),
        );
    }
    saveNote(tx, told.mergeId, { undone: true, moved: note.moved });
    await changed(tx, followedOf(told, returned, "back"));
  };
  const late = job<Payload>("merge-followed", {
    run: async (ctx, { told }) => void (await command(ctx, async (tx) => carry(tx, told).then(() => ({ done: true })))),
  });
  const merge = async (tx: AnyTx, told: Told): Promise<void> => {
    await carry(tx, told);
    for (const seconds of againAfterSeconds) {
      const key = `${told.mergeId}-${seconds}`;
      tx.schedule(late, { key, dueAt: new Date(Date.now() + seconds * 1000), payload: { mergeId: told.mergeId, told: plain(told) } });
    }
  };
  return {
    places,
    consumers: [
      consumer(merged, async (tx: AnyTx, event) => await merge(tx, event as never)),
      consumer(unmerged, async (tx: AnyTx, event) => await back(tx, event as never)),
    ],
    jobs: [late as JobDef<{ mergeId: string }>],
    merge,
    unmerge: back,
  };
}

function pairsOf({ winner, loser, pets }: Told): Pair[] {
  if (!winner || !loser) return [];
  const ofPets = pets.map(({ petId, intoPetId }): Pair => ({ of: "pet", from: petId, to: intoPetId, owner: winner.customerId }));
  return [{ of: "client", from: loser.customerId, to: winner.customerId, owner: winner.customerId }, ...ofPets];
}

const sideOf = (one: Told["winner"]): Followed["from"] => ({
  id: one?.customerId ?? "0",
  firstName: one?.firstName ?? "",
  lastName: one?.lastName ?? "",
  clientColor: one?.clientColor ?? "",
});

function followedOf(told: Told, moved: readonly Moved[], way: "there" | "back"): Followed {
  const [winner, loser] = [sideOf(told.winner), sideOf(told.loser)];
  const byTable = new Map<string, string[]>();
  for (const { table, keys } of moved) byTable.set(table, [...(byTable.get(table) ?? []), ...keys]);
  const there = way === "there";
  const pets = told.pets.map(({ petId, petName, intoPetId, intoPetName }) =>
    there ? { from: petId, to: intoPetId, petName: intoPetName } : { from: intoPetId, to: petId, petName },
  );
  return { from: there ? loser : winner, to: there ? winner : loser, moved: byTable, pets };
}

/** Without what a message type adds to its fields: a job's payload is plain JSON. */
const plain = ({ mergeId, winner, loser, pets }: Told): Told => JSON.parse(JSON.stringify({ mergeId, winner, loser, pets }));
