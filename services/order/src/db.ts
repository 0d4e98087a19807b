import { databaseAccess, type TenantDb } from "@leashline/kit";
import type { DB } from "./db.gen.ts";

export const { query, command } = databaseAccess<DB>();
export type { DB };
export type Db = TenantDb<DB>;
