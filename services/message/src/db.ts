import { databaseAccess, type TenantDb, type Tx } from "@leashline/kit";
import type { DB } from "./db.gen.ts";

export const { query, command } = databaseAccess<DB>();
export type Db = TenantDb<DB>;
export type MessageTx = Tx<DB>;
