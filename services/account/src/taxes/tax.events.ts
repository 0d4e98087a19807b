import { consumer } from "@leashline/kit";
import { ServiceChangedSchema } from "@leashline/proto/leashline/offering/v1/events_pb.js";
import type { DB } from "../db.ts";
import { upsertService } from "./tax.store.ts";

export const serviceChanged = consumer<typeof ServiceChangedSchema, DB>(ServiceChangedSchema, (tx, event) => upsertService(tx.db, event));
