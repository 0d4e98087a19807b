import { type Ctx, fail } from "@leashline/kit";
import { MessageMethod, MessageStatus } from "@leashline/proto/leashline/message/v1/message_pb.js";
import { command, query } from "../db.ts";
import { deliver } from "./deliver.ts";
import { enqueue } from "./enqueue.ts";
import { listMessagesById, type MessageRow } from "./message.store.ts";
import type { Outgoing } from "./outgoing.ts";

/**
 * For somebody who waits for it at the counter: a mail that did not go at once has failed (80105), and is not tried behind their back. One that an earlier
 * try of this very call was sending when it was killed stays with its job.
 */
export async function sendNow(ctx: Ctx, messages: readonly Outgoing[]): Promise<MessageRow[]> {
  const ids = await command(
    ctx,
    async (tx) => {
      const stored: string[] = [];
      for (const one of messages) stored.push((await enqueue(tx, one)) ?? "");
      return stored;
    },
    { step: "intent" },
  );
  await Promise.all(ids.map((id) => deliver(ctx, id, { last: true })));
  const rows = await query(ctx, (db) => listMessagesById(db, ids));
  if (rows.some((row) => row.method === MessageMethod.EMAIL && row.status === MessageStatus.FAILED)) throw fail("SEND_EMAIL_FAILED");
  return rows;
}
