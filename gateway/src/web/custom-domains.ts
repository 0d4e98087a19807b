import { ConnectError } from "@connectrpc/connect";
import { ErrorCode, fromConnectError } from "@leashline/kit";
import { CustomDomainService } from "@leashline/proto/leashline/online_booking/v1/custom_domain_pb.js";
import { domainOf } from "@leashline/proto/rules/custom-domain.ts";
import { asking, type Parts } from "../upstream/ask.ts";

/** So long an answer holds. */
const FRESH_MS = 10_000;
/** So long a domain that was live is served on where nobody can be asked about it. */
const STALE_MS = 600_000;
/** Names in memory, of those that are live and of those that are not; the ones asked for longest ago go. */
const MOST = 10_000;
const MOST_ASKING = 32;
/** New names in a second. Whoever sends more with names of their own making is not asked about. */
const MOST_NEW = 100;

type Known = { page: string; at: number };
type Find = (domain: string) => Promise<string | undefined>;

/** Which page a custom domain shows: asked of online booking, and remembered for some seconds. */
export class CustomDomains {
  readonly #find: Find;
  readonly #now: () => number;
  readonly #live = new Map<string, Known>();
  readonly #unknown = new Map<string, number>();
  readonly #asking = new Map<string, Promise<string | undefined>>();
  #second = 0;
  #asked = 0;

  constructor(find: Find, now: () => number = Date.now) {
    this.#find = find;
    this.#now = now;
  }

  /** The {name} of its page; undefined for a domain that is not live. Rejects where nobody can tell now. */
  async find(domain: string): Promise<string | undefined> {
    const now = this.#now();
    const live = this.#live.get(domain);
    if (live) refresh(this.#live, domain, live);
    if (live && now - live.at < FRESH_MS) return live.page;
    if (now - (this.#unknown.get(domain) ?? Number.NEGATIVE_INFINITY) < FRESH_MS) return undefined;
    try {
      return await this.#ask(domain, live !== undefined);
    } catch (error) {
      if (live && now - live.at < STALE_MS) return live.page;
      throw error;
    }
  }

  /** Names in memory. */
  get size(): number {
    return this.#live.size + this.#unknown.size + this.#asking.size;
  }

  async #ask(domain: string, isKnown: boolean): Promise<string | undefined> {
    const asking = this.#asking.get(domain);
    if (asking) return await asking;
    if (this.#asking.size >= MOST_ASKING || !(isKnown || this.#mayAskNew())) throw new Error("Too many names are asked about.");
    const asked = this.#find(domain).finally(() => this.#asking.delete(domain));
    this.#asking.set(domain, asked);
    const page = await asked;
    this.#live.delete(domain);
    this.#unknown.delete(domain);
    if (page === undefined) refresh(this.#unknown, domain, this.#now());
    else refresh(this.#live, domain, { page, at: this.#now() });
    return page;
  }

  #mayAskNew(): boolean {
    const second = Math.floor(this.#now() / 1_000);
    if (second !== this.#second) this.#asked = 0;
    this.#second = second;
    return ++this.#asked <= MOST_NEW;
  }
}

/** Puts it last, and lets the first go where there are too many. */
function refresh<V>(map: Map<string, V>, key: string, value: V): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > MOST && oldest !== undefined) map.delete(oldest);
}

/** Asks online booking. */
export function askedOf(parts: Parts, requestId: () => string): Find {
  const ask = asking(CustomDomainService, parts);
  return async (domain) => {
    try {
      const as = { name: "custom domain" };
      return (await ask(CustomDomainService.method.findCustomDomain, { domain }, as, requestId())).bookOnlineName.toLowerCase();
    } catch (error) {
      if (error instanceof ConnectError && fromConnectError(error)?.code === ErrorCode.NOT_FOUND) return undefined;
      throw error;
    }
  };
}

/** The domain that a Host header names, if it can be a custom one: in any case of its letters, with a port that we are reached by, and as DNS writes it. */
export function domainIn(host: string | undefined, ports: ReadonlySet<string>): string | undefined {
  const [, name = "", port] = /^([a-z0-9.-]{1,253})(?::(\d{1,5}))?$/i.exec(host ?? "") ?? [];
  const domain = name.toLowerCase();
  if (port !== undefined && !ports.has(port)) return undefined;
  return domain !== "" && domainOf(domain).domain === domain ? domain : undefined;
}
