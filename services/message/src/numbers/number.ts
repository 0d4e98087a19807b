import { type Ctx, fail } from "@leashline/kit";
import { type MessageTx, query } from "../db.ts";
import { textSettings } from "../providers/settings.ts";
import { companyOfNumber, findNumber, giveNumber, writersBeforeNumbers } from "./number.store.ts";

export const NO_NUMBER =
  "Your company has no phone number for texts yet. Ask whoever runs Leashline for you to assign one. Emails still go out.";

/** The numbers of an installation that a company may take by itself. The first was everybody's once: not where others wrote from it then. */
export function freeToTake(numbers: readonly string[], companyId: string, writersBefore: readonly string[]): readonly string[] {
  return writersBefore.every((writer) => writer === companyId) ? numbers : numbers.slice(1);
}

/** The company's own number; with its first text it takes a free one of the installation. Undefined when there is none. */
export async function takeNumber(tx: MessageTx): Promise<string | undefined> {
  const { companyId, runtime } = tx.ctx;
  const known = await findNumber(tx.db);
  if (known) return known;
  tx.lock(["text-number"]);
  const meanwhile = await findNumber(tx.db);
  if (meanwhile) return meanwhile;
  const numbers = textSettings(runtime.config.env)?.numbers ?? [];
  for (const number of freeToTake(numbers, companyId, await writersBeforeNumbers(tx.db)))
    if (await giveNumber(tx.db, number)) return number;
  return undefined;
}

const noNumber = () => fail("STATE_CONFLICT", { message: NO_NUMBER });

/** Refuses what would send texts for a company that has no number and can take none. */
export async function mustHaveNumber(tx: MessageTx): Promise<void> {
  // An installation that sends no texts at all says so where one is tried.
  if (textSettings(tx.ctx.runtime.config.env) === null) return;
  if (!(await takeNumber(tx))) throw noNumber();
}

/** The same beforehand, for what may still be refused: none is taken. */
export async function mustFindNumber(ctx: Ctx): Promise<void> {
  const { companyId } = ctx;
  const settings = textSettings(ctx.runtime.config.env);
  if (settings === null) return;
  const isThere = await query(ctx, async (db) => {
    if (await findNumber(db)) return true;
    for (const number of freeToTake(settings.numbers, companyId, await writersBeforeNumbers(db)))
      if ((await companyOfNumber(db, number)) === null) return true;
    return false;
  });
  if (!isThere) throw noNumber();
}
