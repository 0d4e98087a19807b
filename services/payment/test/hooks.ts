import { createServer } from "node:http";
import type { Chance } from "./chance.ts";

type Hear = (body: Uint8Array, signature: string) => Promise<unknown>;

/** Who takes the provider's webhooks in, as a bad line would: some come late, some twice at once, and of some the answer is lost, so that they come again. */
export type Hooks = { url: string; counts: { heard: number; twice: number; unanswered: number }; stop: () => Promise<void> };

const LATEST_MS = 3_000;

/** Begins to listen. `hear` answers when the event is in the books. */
export async function listenBadly(chance: Chance, hear: Hear): Promise<Hooks> {
  const counts = { heard: 0, twice: 0, unanswered: 0 };
  const inPercent = (of: number): boolean => chance.between(1, 100) <= of;
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request));
    const signature = String(request.headers["stripe-signature"] ?? "");
    if (inPercent(30)) await new Promise((resolve) => setTimeout(resolve, chance.between(1, LATEST_MS)));
    const times = inPercent(30) ? 2 : 1;
    const isLost = inPercent(15);
    const came = await Promise.allSettled(Array.from({ length: times }, () => hear(body, signature)));
    const isIn = came.every(({ status }) => status === "fulfilled");
    counts.heard++;
    if (times > 1) counts.twice++;
    if (isLost) counts.unanswered++;
    response.writeHead(isIn && !isLost ? 200 : 503).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`,
    counts,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
