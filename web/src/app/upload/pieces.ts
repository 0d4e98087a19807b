/** Files below this are not split; larger ones go in parts of this size (core §5). */
export const PART_BYTES = 5 * 1024 * 1024;
export const isSplit = (size: number): boolean => size >= PART_BYTES;
/** A part that fails is sent again 3 times, a second apart; then the upload has failed (core §5). */
const TRIES_AGAIN = 3;
const WAIT_MS = 1000;

/** One part of a file: its number from 1, and where it begins and ends. */
export type Piece = { number: number; from: number; to: number };

export const piecesOf = (size: number, length = PART_BYTES): Piece[] =>
  Array.from({ length: Math.ceil(size / length) }, (_, at) => ({
    number: at + 1,
    from: at * length,
    to: Math.min(size, (at + 1) * length),
  }));

/** Waits, unless it is given up meanwhile. */
export type Wait = (ms: number, signal?: AbortSignal) => Promise<void>;

export const pause: Wait = (ms, signal) =>
  new Promise((done, given) => {
    const end = () => {
      clearTimeout(timer);
      given(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", end);
      done();
    }, ms);
    signal?.addEventListener("abort", end, { once: true });
  });

export type Way = {
  signal?: AbortSignal | undefined;
  /** The share that is through, 0 to 1. */
  onShare?: ((share: number) => void) | undefined;
};

type Rules = { signal?: AbortSignal | undefined; isFinal: (error: unknown) => boolean; wait?: Wait };

/** Does it, and again when it fails, unless the failure is an answer that stays the same. */
export async function again<T>(attempt: () => Promise<T>, { signal, isFinal, wait = pause }: Rules): Promise<T> {
  for (let tries = 0; ; tries++) {
    signal?.throwIfAborted();
    try {
      return await attempt();
    } catch (error) {
      if (signal?.aborted || tries >= TRIES_AGAIN || isFinal(error)) throw error;
      await wait(WAIT_MS, signal);
    }
  }
}

type Sending = Way & Omit<Rules, "signal"> & { size: number; length?: number };

/** Sends piece after piece and tells how far it is. What a failed try had sent does not count. */
export async function sendPieces(
  { size, length, onShare, ...rules }: Sending,
  send: (piece: Piece, onBytes: (bytes: number) => void) => Promise<void>,
): Promise<void> {
  for (const piece of piecesOf(size, length)) {
    const told = (bytes: number) => onShare?.(Math.min(piece.to, piece.from + bytes) / size);
    await again(async () => {
      told(0);
      await send(piece, told);
    }, rules);
    told(piece.to - piece.from);
  }
}
