import { natsLogin } from "@leashline/kit/events/nats.ts";
import { jetstreamManager } from "@nats-io/jetstream";
import { connect } from "@nats-io/transport-node";

/** Messages that listeners of any stream have not acknowledged yet. */
export async function stillWorking(url: string): Promise<number> {
  const connection = await connect(natsLogin(url));
  try {
    const manager = await jetstreamManager(connection);
    let left = 0;
    for await (const stream of manager.streams.list())
      for await (const { num_pending, num_ack_pending } of manager.consumers.list(stream.config.name))
        left += num_pending + num_ack_pending;
    return left;
  } finally {
    await connection.close();
  }
}
