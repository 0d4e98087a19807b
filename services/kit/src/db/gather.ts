import type { Result, Statement } from "./wire.ts";

/** The runtime's own, whatever a test makes of time. */
const soon = setImmediate;

type Asked = PromiseWithResolvers<Result> & { main: Statement };

/**
 * Statements that wait for nothing of each other, asked at the same time, go as one trip: when everybody who was answered a moment ago has said what they want next. They
 * run in the order in which they were asked; one that fails fails them all.
 */
export function gathering(sendAll: (mains: readonly Statement[]) => Promise<readonly Result[]>): (main: Statement) => Promise<Result> {
  let waiting: Asked[] = [];
  const go = async (): Promise<void> => {
    const all = waiting;
    waiting = [];
    try {
      const results = await sendAll(all.map(({ main }) => main));
      for (const [nth, { resolve }] of all.entries()) resolve(results[nth] as Result);
    } catch (error) {
      for (const { reject } of all) reject(error);
    }
  };
  return (main) => {
    const asked: Asked = { main, ...Promise.withResolvers<Result>() };
    if (waiting.push(asked) === 1) soon(() => void go());
    return asked.promise;
  };
}
