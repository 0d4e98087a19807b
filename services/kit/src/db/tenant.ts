import { type Statement, statement } from "./wire.ts";

const begin = statement("begin");
const readTenant = "select set_config('app.company_id', $1, true), set_config('transaction_read_only', 'on', true)";
const writeTenant = "select set_config('app.company_id', $1, true)";

const reads = new Map<string, Statement[]>();
const mostReads = 5_000;

export function readPrelude(companyId: string): Statement[] {
  const known = reads.get(companyId);
  if (known) return known;
  if (reads.size >= mostReads) reads.clear();
  const prelude = [statement(readTenant, [companyId])];
  reads.set(companyId, prelude);
  return prelude;
}
/** Settings that hold until the transaction ends. */
export function settingsOf(settings: Readonly<Record<string, string>>): Statement {
  const pairs = Object.entries(settings);
  const set = pairs.map((_, nth) => `set_config($${2 * nth + 1}, $${2 * nth + 2}, true)`);
  return statement(`select ${set.join(", ")}`, pairs.flat());
}
/** For what is sent in one trip. */
export const tenantOf = (companyId: string): Statement => statement(writeTenant, [companyId]);
export const writePrelude = (companyId: string): Statement[] => [begin, tenantOf(companyId)];
export const commit = statement("commit");
export const rollback = statement("rollback");
