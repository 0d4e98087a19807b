import { doors, type TenantDb, type Tx } from "@leashline/kit";
import type { DB } from "./db.gen.ts";

export const { query, command } = doors<DB>();
export type Db = TenantDb<DB>;
export type MessageTx = Tx<DB>;
