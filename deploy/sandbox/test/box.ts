import { createServer } from "node:http";
import Stripe from "stripe";
import twilio from "twilio";
import { SANDBOX_KEYS, type Sandbox, startSandbox } from "../main.ts";

type Hook = { url: string; headers: Record<string, string | string[] | undefined>; body: string };
type Answer = { status: number; body: string };
const fine: Answer = { status: 200, body: "" };

export const CARD = { allowed_payment_method_types: ["card" as const], currency: "usd", confirm: true };

/** The sandbox with somebody who listens to its webhooks, and the providers' own clients pointed at it. */
export type Box = {
  sandbox: Sandbox;
  stripe: Stripe;
  texts: () => ReturnType<typeof twilio>;
  publicUrl: string;
  /** What the listener says to webhooks from now on. */
  answer: (answer: Answer) => void;
  /** The first webhook that fits, come already or still to come. */
  hook: (fits: (one: Hook) => boolean) => Promise<Hook>;
  stripeHook: (type: string) => Promise<Hook>;
  forgetHooks: () => void;
  api: <T>(path: string, method?: string, body?: unknown) => Promise<T>;
  reset: () => void;
  stop: () => Promise<void>;
};

export const stripeFor = ({ port }: Sandbox, maxNetworkRetries = 0): Stripe =>
  new Stripe(SANDBOX_KEYS.stripeSecretKey, { host: "127.0.0.1", port, protocol: "http", maxNetworkRetries, timeout: 2000 });

function textsFor(sandbox: Sandbox): ReturnType<typeof twilio> {
  class SandboxClient extends twilio.RequestClient {
    override request<T>(options: Parameters<InstanceType<typeof twilio.RequestClient>["request"]>[0]) {
      return super.request<T>({ ...options, uri: options.uri.replace("https://api.twilio.com", sandbox.url) } as never);
    }
  }
  return twilio(SANDBOX_KEYS.twilioAccountSid, SANDBOX_KEYS.twilioAuthToken, { httpClient: new SandboxClient() });
}

async function listen() {
  let hooks: Hook[] = [];
  let answer = fine;
  const waiters = new Set<() => void>();
  const server = createServer(async (req, res) => {
    const body = (await Array.fromAsync(req)).join("");
    hooks.push({ url: req.url ?? "", headers: req.headers, body });
    res.writeHead(answer.status, { "content-type": "text/xml" }).end(answer.body);
    for (const wake of waiters) wake();
    waiters.clear();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    answer: (next: Answer) => {
      answer = next;
    },
    forget: () => {
      hooks = [];
    },
    hook: async (fits: (one: Hook) => boolean): Promise<Hook> => {
      for (;;) {
        const found = hooks.find(fits);
        if (found) return found;
        await new Promise<void>((resolve) => waiters.add(resolve));
      }
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export async function startBox(): Promise<Box> {
  const listener = await listen();
  const sandbox = await startSandbox({ port: 0, smtpPort: 0, publicUrl: listener.url });
  return {
    sandbox,
    stripe: stripeFor(sandbox),
    texts: () => textsFor(sandbox),
    publicUrl: listener.url,
    answer: listener.answer,
    hook: listener.hook,
    stripeHook: (type) =>
      listener.hook((one) => one.url === "/webhooks/stripe" && (JSON.parse(one.body) as { type: string }).type === type),
    forgetHooks: listener.forget,
    api: async <T>(path: string, method = "GET", body?: unknown) => {
      const response = await fetch(`${sandbox.url}/sandbox/api${path}`, {
        method,
        headers: { authorization: `Bearer ${sandbox.token}` },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      return (await response.json()) as T;
    },
    reset: () => {
      listener.forget();
      listener.answer(fine);
      sandbox.store.reset();
    },
    stop: async () => {
      await sandbox.close();
      await listener.stop();
    },
  };
}
