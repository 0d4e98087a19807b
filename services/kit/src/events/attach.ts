import { AckPolicy, type Consumer, DeliverPolicy, type JetStreamClient, type JetStreamManager } from "@nats-io/jetstream";
import { nanos } from "@nats-io/transport-node";

type Stream = { js: JetStreamClient; jsm: JetStreamManager };

/**
 * The durable consumer of a domain, made when it is not there. What an earlier listener took and never acknowledged would come again only
 * when its time is up, after younger events of the same key. When nobody else listens, the consumer is put back to before it, so that
 * everything comes at once and in order; the inbox drops what was done already.
 */
export async function attach(
  { js, jsm }: Stream,
  stream: string,
  { durable, filter }: { durable: string; filter: string },
): Promise<Consumer> {
  const known = await jsm.consumers.info(stream, durable).catch(() => null);
  const abandoned = known !== null && known.num_ack_pending > 0 && known.num_waiting === 0;
  if (abandoned) await jsm.consumers.delete(stream, durable);
  if (!known || abandoned) {
    const from = abandoned
      ? { deliver_policy: DeliverPolicy.StartSequence, opt_start_seq: known.ack_floor.stream_seq + 1 }
      : { deliver_policy: DeliverPolicy.All };
    await jsm.consumers.add(stream, {
      durable_name: durable,
      filter_subject: filter,
      ack_policy: AckPolicy.Explicit,
      ack_wait: nanos(30_000),
      max_ack_pending: 256,
      ...from,
    });
  }
  return await js.consumers.get(stream, durable);
}
