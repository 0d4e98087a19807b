import { create } from "@bufbuild/protobuf";
import type { Interceptor, UnaryRequest, UnaryResponse } from "@connectrpc/connect";
import type { DescribeMetadataRequest, DescribeMetadataResponse } from "@leashline/proto/leashline/account/v1/metadata_service_pb.js";

/** Questions for small values that are asked within this time go out as one (growth §9). */
export const BATCH_MS = 10;
const MOST_KEYS = 100;

type Next = (req: UnaryRequest) => Promise<UnaryResponse>;
type Asked = { req: UnaryRequest; keys: readonly string[]; done: (answer: UnaryResponse) => void; failed: (error: unknown) => void };

/** By whose values they ask for. */
const waiting = new Map<string, Asked[]>();
const placeOf = ({ header }: UnaryRequest): string => `${header.get("x-leashline-company-id")}/${header.get("x-leashline-business-id")}`;

export const batchMetadata: Interceptor = (next) => (req) => {
  if (req.stream || req.method.name !== "DescribeMetadata") return next(req);
  const { keys, key, group } = req.message as DescribeMetadataRequest;
  if (group !== "") return next(req);
  return new Promise((done, failed) => {
    const asked: Asked = { req, keys: key ? [...keys, key] : keys, done, failed };
    const place = placeOf(req);
    const others = waiting.get(place);
    if (others && new Set([...others, asked].flatMap((one) => one.keys)).size <= MOST_KEYS) return void others.push(asked);
    const together = [asked];
    waiting.set(place, together);
    setTimeout(() => {
      if (waiting.get(place) === together) waiting.delete(place);
      void ask(together, next as Next);
    }, BATCH_MS);
  });
};

async function ask(together: readonly Asked[], next: Next): Promise<void> {
  const [first] = together as [Asked];
  const stop = new AbortController();
  let left = together.length;
  const leave = ({ req: { signal }, failed }: Asked) => {
    failed(signal.reason);
    // The others still wait for theirs.
    if (--left === 0) stop.abort(signal.reason);
  };
  for (const one of together)
    if (one.req.signal.aborted) leave(one);
    else one.req.signal.addEventListener("abort", () => leave(one), { once: true });
  try {
    const message = create(first.req.method.input, { keys: [...new Set(together.flatMap(({ keys }) => keys))] } as Record<string, unknown>);
    const answer = await next({ ...first.req, message, signal: stop.signal } as UnaryRequest);
    const { values } = answer.message as DescribeMetadataResponse;
    for (const { keys, done } of together) {
      const own = values.filter((value) => keys.includes(value.key));
      done({ ...answer, message: create(first.req.method.output, { values: own } as Record<string, unknown>) });
    }
  } catch (error) {
    for (const { failed } of together) failed(error);
  }
}
