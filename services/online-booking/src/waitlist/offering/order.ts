/** Somebody who waits, as far as their turn depends on it. */
export type InLine = {
  entryId: string;
  /** How many offers they had that were not taken back. */
  turns: number;
  /** They named this very day, hour or person: other free times help them less. */
  asksForIt: boolean;
};

/**
 * In which order a time that came free is offered to those whom it suits (decision 0096): first who had the fewest offers, then who asked for just this, then who
 * waits longest. Nobody whom it suits is passed over for somebody who had more offers than they had.
 */
export const inTurn = <E extends InLine>(line: readonly E[]): E[] =>
  [...line].sort(
    (a, b) => a.turns - b.turns || Number(b.asksForIt) - Number(a.asksForIt) || (BigInt(a.entryId) < BigInt(b.entryId) ? -1 : 1),
  );
