import { doors, type Tx } from "@leashline/kit";
import type { Kysely } from "kysely";
import type { DB } from "./db.gen.ts";

export const { query, command } = doors<DB>();
export type Db = Kysely<DB>;
export type MessageTx = Tx<DB>;
