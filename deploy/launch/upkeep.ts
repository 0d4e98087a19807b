import { setTimeout as pause } from "node:timers/promises";
import type { Infra } from "../infra/index.ts";
import { storeStateAt } from "../infra/nats.ts";
import { watchRoom } from "../infra/room.ts";
import type { Settings } from "./settings.ts";

const askStoreEveryMs = 2_000;
const patience = 2;
const mb = (bytes: number): number => Math.round(bytes / 1_048_576);

/**
 * What the launcher does while everything runs. Before the disk is full the database is made to read only: then it neither crashes nor is anything half
 * saved. NATS gives its store up on a full disk and does not take it back by itself: it is started anew once there is room.
 */
export function startUpkeep({ data, diskReserveMb }: Settings, infra: Infra, say: (line: string) => void): { stop: () => void } {
  const end = new AbortController();
  const room = watchRoom({
    folder: data,
    reserve: diskReserveMb * 1_048_576,
    failed: ({ message }) => say(`the room on the disk of ${data} cannot be looked after (${message}); this is tried again`),
    changed: (full, free) => {
      infra.postgres?.setReadOnly(full);
      say(
        full
          ? `the disk of ${data} is full (${mb(free)} MB left): nothing more is saved until there is room again; reading goes on`
          : `the disk of ${data} has room again (${mb(free)} MB)`,
      );
    },
  });
  void keepStore(infra, room, say, end.signal);
  return {
    stop: () => {
      end.abort();
      room.stop();
    },
  };
}

async function keepStore({ nats, natsUrl }: Infra, room: { full: () => boolean }, say: (line: string) => void, signal: AbortSignal) {
  for (let missed = 0; nats && !signal.aborted; ) {
    await pause(askStoreEveryMs, undefined, { signal }).catch(() => undefined);
    missed = (await storeStateAt(natsUrl)) === "store away" ? missed + 1 : 0;
    if (missed < patience || room.full() || signal.aborted) continue;
    say("nats has lost its store; starting it again");
    await nats.restart();
    missed = 0;
  }
}
