import { fromBinary, toBinary } from "@bufbuild/protobuf";
import { erasedName } from "@leashline/kit";
import { OrderSchema } from "@leashline/proto/leashline/order/v1/order_pb.js";
import { sql } from "kysely";
import type { Db } from "../db.ts";

function unnamed(snapshot: Buffer): Buffer {
  const order = fromBinary(OrderSchema, snapshot);
  order.customerName = `${erasedName.firstName} ${erasedName.lastName}`;
  for (const line of order.items) if (line.petName) line.petName = erasedName.pet;
  return Buffer.from(toBinary(OrderSchema, order));
}

/** Takes the names out of the versions of a client's orders; a version is changed for nothing else. */
export async function unnameRevisions(db: Db, customerIds: readonly string[]): Promise<void> {
  const rows = await db
    .selectFrom("orderRevision as r")
    .innerJoin("orders as o", (join) => join.onRef("o.companyId", "=", "r.companyId").onRef("o.orderId", "=", "r.orderId"))
    .select(["r.orderId", "r.version", "r.snapshot"])
    .where("r.companyId", "=", db.companyId)
    .where("o.customerId", "=", sql<string>`any(${customerIds}::bigint[])`)
    .execute();
  for (const { orderId, version, snapshot } of rows)
    await sql`select order_revision_unnamed(${db.companyId}, ${orderId}, ${version}, ${unnamed(snapshot)})`.execute(db);
}
