/** What a press takes of a hold; all in minor units. */
export type CapturePart = {
  /** What is taken; null for an amount that cannot be. */
  amount: bigint | null;
  /** The most that can be taken: never above what is held, nor what is owed. */
  most: bigint;
  /** What the card has back, and what of the bill is due after it. */
  released: bigint;
  due: bigint;
};

/** What becomes of a hold and a bill when an amount is taken; undefined takes all that can be. */
export function capturePart(typed: bigint | undefined, { held, owed }: { held: bigint; owed: bigint }): CapturePart {
  const most = owed < held ? owed : held;
  const asked = typed ?? most;
  const amount = asked > 0n && asked <= most ? asked : null;
  return { amount, most, released: held - (amount ?? 0n), due: owed - (amount ?? 0n) };
}
