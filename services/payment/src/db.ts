import { doors } from "@leashline/kit";
import type { DB } from "./db.gen.ts";

export const { query, command } = doors<DB>();
