import { words } from "../clients/words.ts";
import { isMeantBy } from "../search/nearly.ts";

const shortestBeginning = 3;

/** Jon and John, Smith and Smyth are one letter apart; Theo is how Theodore begins. */
const isNearWord = (one: string, other: string): boolean => {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  return isMeantBy(long, short) || isMeantBy(short, long) || (short.length >= shortestBeginning && long.startsWith(short));
};

/** Two names of which one is rather another way to write the other: each word of the shorter one is nearly a word of its own in the longer. */
export function isNearName(one: string, other: string): boolean {
  const [short = [], long = []] = [words(one), words(other)].sort((a, b) => a.length - b.length);
  const left = [...long];
  const found = short.filter((word) => {
    const at = left.findIndex((each) => isNearWord(word, each));
    return at >= 0 && left.splice(at, 1);
  });
  return one !== other && short.length > 1 && found.length === short.length;
}
