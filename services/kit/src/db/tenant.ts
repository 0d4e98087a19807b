import { type Statement, statement } from "./wire.ts";

const begin = statement("begin");
const readTenant = "select set_config('app.company_id', $1, true), set_config('transaction_read_only', 'on', true)";
const writeTenant = "select set_config('app.company_id', $1, true)";

export const readPrelude = (companyId: string): Statement[] => [statement(readTenant, [companyId])];
export const writePrelude = (companyId: string): Statement[] => [begin, statement(writeTenant, [companyId])];
export const commit = statement("commit");
export const rollback = statement("rollback");
