import type { Topic } from "@leashline/proto/topics.gen.ts";
import type { QueryClient } from "@tanstack/react-query";
import { refreshDomains, refreshServices } from "../calls/refresh.ts";

/** "This changed" from the server: the topic names what, the rest narrows it. */
export type Notice = {
  topic: string;
  businessId?: string;
  ids?: string[];
  dates?: string[] /** The long work that the topic is about has ended. */;
  over?: boolean;
  /** People want to be told, and not only shown. */
  tell?: boolean;
};

/** Which services' answers a topic makes old. A topic that is not listed refreshes the domain it begins with. */
const TOPICS: Readonly<Partial<Record<string, readonly string[]>>> = {
  "calendar.feeds": ["leashline.calendar.v1.CalendarFeedService"],
  "payment.accounting": ["leashline.payment.v1.AccountingService"],
  "payment.ledgerAccounts": ["leashline.payment.v1.LedgerAccountService", "leashline.payment.v1.AccountingService"],
  "payment.financing": ["leashline.payment.v1.FinancingService", "leashline.payment.v1.FinanceUpdateService"],
  "calendar.google": ["leashline.calendar.v1.GoogleCalendarService"],
  // Comes many times while a file is read; when it is over, everything about clients is old.
  "customer.import": ["leashline.customer.v1.ImportService"],
  "customer.client": [
    "Client",
    "ClientList",
    "Pet",
    "Note",
    "Address",
    "Contact",
    "Vaccine",
    "VaccineProof",
    "Search",
    "History",
    "AgreementRecord",
    "Merge",
  ].map((name) => `leashline.customer.v1.${name}Service`),
  "customer.vaccineProof": ["leashline.customer.v1.VaccineProofService"],
  "calendar.playgroups": ["leashline.calendar.v1.PlaygroupDayService"],
  "offering.playgroups": ["leashline.offering.v1.PlaygroupService", "leashline.calendar.v1.PlaygroupDayService"],
  "offering.evaluation": ["leashline.offering.v1.EvaluationService"],
  "customer.agreement": ["Agreement", "AgreementRecord"].map((name) => `leashline.customer.v1.${name}Service`),
  "customer.intakeForm": ["leashline.customer.v1.IntakeFormService"],
  "customer.intakeSubmission": ["leashline.customer.v1.IntakeSubmissionService"],
  "customer.tags": ["Tag", "Client", "ClientList"].map((name) => `leashline.customer.v1.${name}Service`),
  "customer.settings": ["PetSettings", "Vaccine"].map((name) => `leashline.customer.v1.${name}Service`),
} satisfies Partial<Record<Topic, readonly string[]>>;

const domainOf = (topic: string): string => (topic.split(".")[0] ?? "").replaceAll("-", "_");

const asStrings = (value: unknown): string[] | undefined => (Array.isArray(value) ? value.map(String) : undefined);

export const readNotice = (action: string, body: unknown): Notice | undefined => {
  const facts = (typeof body === "object" && body !== null ? body : {}) as Record<string, unknown>;
  const topic = typeof facts.topic === "string" ? facts.topic : action;
  if (!/^[a-z_-]+(\.[a-zA-Z_-]+)*$/.test(topic)) return undefined;
  const [ids, dates] = [asStrings(facts.ids), asStrings(facts.dates)];
  const businessId = facts.businessId === undefined ? undefined : String(facts.businessId);
  return {
    topic,
    ...(facts.over === true && { over: true }),
    ...(facts.tell === true && { tell: true }),
    ...(businessId && { businessId }),
    ...(ids && { ids }),
    ...(dates && { dates }),
  };
};

type Handler = (notice: Notice) => void;
const handlers = new Map<string, Set<Handler>>();

/** For a screen that does more with a notice than loading its query again. Answers the way to stop. */
export const onNotice = (topic: Topic, handler: Handler): (() => void) => {
  const set = handlers.get(topic) ?? new Set();
  handlers.set(topic, set.add(handler));
  return () => set.delete(handler);
};

const invalidate = (queries: QueryClient, notice: Notice): void => {
  const services = notice.over ? undefined : TOPICS[notice.topic];
  void (services ? refreshServices(queries, services) : refreshDomains(queries, domainOf(notice.topic)));
};

/** Notices of one topic that follow each other at once are answered together; nobody waits longer than this. */
const TOGETHER_MS = 250;
const windows = new WeakMap<QueryClient, Map<string, { again: boolean }>>();

/** Marks the queries that a notice names as old; those on screen load again. The first of a row at once, the rest of it once. */
export const applyNotice = (queries: QueryClient, notice: Notice): void => {
  for (const handler of handlers.get(notice.topic) ?? []) handler(notice);
  const key = `${notice.topic}/${notice.over ?? false}`;
  const own = windows.get(queries) ?? new Map<string, { again: boolean }>();
  windows.set(queries, own);
  const open = own.get(key);
  if (open) {
    open.again = true;
    return;
  }
  const mine = { again: false };
  own.set(key, mine);
  invalidate(queries, notice);
  setTimeout(() => {
    own.delete(key);
    if (mine.again) invalidate(queries, notice);
  }, TOGETHER_MS);
};
