import { Queue, Worker } from "bullmq";
import { openRedis, settled } from "../redis.ts";
import type { Runtime } from "../runtime.ts";
import type { Due } from "./worker.ts";

export type Carrier = { open: () => boolean; hand: (rows: readonly Due[]) => Promise<void>; close: () => Promise<void> };

/** BullMQ between the rows that are due and the processes that work them off. It may lose everything at any moment. */
export async function openCarrier({ config, name: service }: Runtime, work: (due: Due) => Promise<unknown>): Promise<Carrier> {
  const connection = () => openRedis(config.redisUrl, { maxRetriesPerRequest: null });
  const redises = [connection(), connection()] as const;
  const name = `${config.prefix}-${service}`;
  const queue = new Queue<Due>(name, { connection: redises[0] });
  const worker = new Worker<Due>(name, async (task) => void (await work(task.data)), {
    connection: redises[1],
    concurrency: 4,
    // Short, since only the row's lease says who runs it: what a killed worker had taken is soon in the queue again.
    lockDuration: 10_000,
    stalledInterval: 5_000,
  });
  queue.on("error", () => undefined);
  worker.on("error", () => undefined);
  await settled(redises[0]);
  return {
    open: () => redises[0].status === "ready",
    async hand(rows) {
      if (rows.length === 0) return;
      await queue.addBulk(
        rows.map((due) => ({
          name: due.kind,
          data: due,
          opts: { jobId: `r${due.company_id}-${due.id}-${due.attempts}`, removeOnComplete: true, removeOnFail: true },
        })),
      );
    },
    async close() {
      await worker.close();
      await queue.close();
      for (const redis of redises) redis.disconnect();
    },
  };
}
