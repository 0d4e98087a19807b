import type { DescMethod, DescService } from "@bufbuild/protobuf";
import { type Client, Code, ConnectError, createClient, type Interceptor } from "@connectrpc/connect";
import { createConnectTransport } from "@connectrpc/connect-node";

/** Who the seed is, once it knows. */
export type Identity = { token: string; companyId: string; businessId: string };

export type Api = {
  as: (identity: Partial<Identity>) => void;
  identity: () => Identity;
  client: <S extends DescService>(service: S) => Client<S>;
  /** A client whose every write carries a key made from this name: told twice, done once. */
  once: <S extends DescService>(service: S, key: string) => Client<S>;
};

const MOST_TRIES = 6;

/** The public door, as any integrator uses it. Waits and tries again when the shop is busy or a fact is not there yet. */
export function openApi(url: string, mostTries = MOST_TRIES): Api {
  let identity: Identity = { token: "", companyId: "", businessId: "" };
  const identify =
    (key: string): Interceptor =>
    (next) =>
    async (request) => {
      if (identity.token) request.header.set("authorization", `Bearer ${identity.token}`);
      if (identity.companyId) request.header.set("x-leashline-company-id", identity.companyId);
      if (identity.businessId) request.header.set("x-leashline-business-id", identity.businessId);
      if (key) request.header.set("idempotency-key", `demo:${key}:${(request.method as DescMethod).name}`);
      for (let tries = 1; ; tries++) {
        try {
          return await next(request);
        } catch (error) {
          const busy = error instanceof ConnectError && (error.code === Code.Unavailable || error.code === Code.ResourceExhausted);
          if (!busy || tries >= mostTries) throw error;
          await new Promise((resolve) => setTimeout(resolve, 200 * 2 ** tries));
        }
      }
    };
  const make = <S extends DescService>(service: S, key: string): Client<S> =>
    createClient(
      service,
      createConnectTransport({ baseUrl: url, httpVersion: "1.1", useBinaryFormat: true, interceptors: [identify(key)] }),
    );
  return {
    as: (change) => {
      identity = { ...identity, ...change };
    },
    identity: () => identity,
    client: (service) => make(service, ""),
    once: make,
  };
}

/** Does the work with so many hands; the order of the answers is the order asked. */
export async function withHands<T, R>(items: readonly T[], hands: number, work: (item: T, index: number) => Promise<R>): Promise<R[]> {
  const answers: R[] = [];
  let next = 0;
  const hand = async (): Promise<void> => {
    while (next < items.length) {
      const index = next++;
      answers[index] = await work(items[index] as T, index);
    }
  };
  await Promise.all(Array.from({ length: hands }, hand));
  return answers;
}

/** Looks until what another service makes in its own time is there. */
export async function until<T>(look: () => Promise<T | undefined>, what: string, everyMs = 100): Promise<T> {
  const end = Date.now() + 60_000;
  for (;;) {
    const found = await look().catch((error: unknown) => {
      if (error instanceof ConnectError && error.code === Code.NotFound) return undefined;
      throw error;
    });
    if (found !== undefined) return found;
    if (Date.now() > end) throw new Error(`${what} did not come to be within a minute.`);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}
