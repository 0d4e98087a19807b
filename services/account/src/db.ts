import { doors, type TenantDb } from "@leashline/kit";
import type { DB } from "./db.gen.ts";

export const { query, command } = doors<DB>();
export type { DB };
export type Db = TenantDb<DB>;
