import type { QueryClient } from "@tanstack/react-query";

/** "This changed" from the server: the topic names what, the rest narrows it. */
export type Notice = { topic: string; businessId?: string; ids?: string[]; dates?: string[] };

/** Which services' answers a topic makes old. A topic that is not listed refreshes the service package it begins with. */
const TOPICS: Readonly<Record<string, readonly string[]>> = {
  // Comes many times while a file is read; the lists load again when it ends (customer.clients).
  "customer.import": ["leashline.customer.v1.ImportService"],
};

const domainOf = (topic: string): string => `leashline.${(topic.split(".")[0] ?? "").replaceAll("-", "_")}.`;

const asStrings = (value: unknown): string[] | undefined => (Array.isArray(value) ? value.map(String) : undefined);

export const readNotice = (action: string, body: unknown): Notice | undefined => {
  const facts = (typeof body === "object" && body !== null ? body : {}) as Record<string, unknown>;
  const topic = typeof facts.topic === "string" ? facts.topic : action;
  if (!/^[a-z_-]+(\.[a-zA-Z_-]+)*$/.test(topic)) return undefined;
  const [ids, dates] = [asStrings(facts.ids), asStrings(facts.dates)];
  const businessId = facts.businessId === undefined ? undefined : String(facts.businessId);
  return { topic, ...(businessId && { businessId }), ...(ids && { ids }), ...(dates && { dates }) };
};

type Handler = (notice: Notice) => void;
const handlers = new Map<string, Set<Handler>>();

/** For a screen that does more with a notice than loading its query again. Answers the way to stop. */
export const onNotice = (topic: string, handler: Handler): (() => void) => {
  const set = handlers.get(topic) ?? new Set();
  handlers.set(topic, set.add(handler));
  return () => set.delete(handler);
};

type KeyPart = { serviceName?: string };

/** Marks the queries that a notice names as old; those on screen load again at once. */
export const applyNotice = (queries: QueryClient, notice: Notice): void => {
  for (const handler of handlers.get(notice.topic) ?? []) handler(notice);
  const services = TOPICS[notice.topic];
  const domain = domainOf(notice.topic);
  void queries.invalidateQueries({
    predicate: (query) => {
      const service = (query.queryKey[1] as KeyPart | undefined)?.serviceName;
      if (query.queryKey[0] !== "connect-query" || !service) return false;
      return services ? services.includes(service) : service.startsWith(domain);
    },
  });
};
