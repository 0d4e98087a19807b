import { setTimeout as pause } from "node:timers/promises";
import { Queue, Worker } from "bullmq";
import type { Runtime } from "../runtime.ts";
import { openRedis, settled } from "./redis.ts";
import type { Due } from "./worker.ts";

/** `hand` answers whether Redis has taken the rows; while it is away or silent somebody else must see to them. */
export type JobQueue = { hand: (rows: readonly Due[]) => Promise<boolean>; close: () => Promise<void> };

const handWithinMs = 2_000;
// Longer than a worker waits for work in one go.
const silentMs = 15_000;

/** BullMQ between the rows that are due and the processes that work them off. It may lose everything at any moment. */
export async function openJobQueue(
  { config, name: service }: Runtime,
  work: (due: Due) => Promise<unknown>,
  atOnce: number,
): Promise<JobQueue> {
  const connection = () => openRedis(config.redisUrl, { maxRetriesPerRequest: null, commandTimeout: undefined, socketTimeout: silentMs });
  const redises = [connection(), connection()] as const;
  const name = `${config.prefix}-${service}`;
  const queue = new Queue<Due>(name, { connection: redises[0] });
  const worker = new Worker<Due>(name, async (task) => void (await work(task.data)), {
    connection: redises[1],
    concurrency: atOnce,
    // Short, since only the row's lease says who runs it: what a killed worker had taken is soon in the queue again.
    lockDuration: 10_000,
    stalledInterval: 5_000,
  });
  queue.on("error", () => undefined);
  worker.on("error", () => undefined);
  await settled(redises[0]);
  return {
    async hand(rows) {
      if (redises[0].status !== "ready") return false;
      const taken = queue.addBulk(
        rows.map((due) => ({
          name: due.kind,
          data: due,
          opts: { jobId: `r${due.company_id}-${due.id}-${due.attempts}`, removeOnComplete: true, removeOnFail: true },
        })),
      );
      return await Promise.race([taken.then(() => true), pause(handWithinMs, false, { ref: false })]);
    },
    async close() {
      await worker.close();
      await queue.close();
      for (const redis of redises) redis.disconnect();
    },
  };
}
