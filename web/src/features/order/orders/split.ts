import { parseMoney, toMinor } from "../../../ui/format/money.ts";

/** Change for cash handed over; none when it is not enough. */
export const changeFor = (given: bigint, owed: bigint): bigint => (given > owed ? given - owed : 0n);

/** What is taken now when people pay a part; never more than is owed. */
export const takenNow = (typed: bigint | undefined, owed: bigint): bigint => (typed === undefined || typed > owed ? owed : typed);

/** An amount as it was typed; undefined for what is none. */
export const minorOf = (text: string, currency: string): bigint | undefined => {
  const money = parseMoney(text, currency);
  return money ? toMinor(money) : undefined;
};

/** What an earlier payment left of change is over as soon as another is begun; this one's is said once its money is taken. */
export async function tellChange(tell: (change: bigint) => void, change: bigint, take: () => Promise<boolean>): Promise<void> {
  tell(0n);
  if (await take()) tell(change);
}
