import { randomBytes } from "node:crypto";
import type { Store } from "../core/store.ts";

export type CalendarTime = { date?: string; dateTime?: string; timeZone?: string };
/** An event of an account's main calendar; `n` is the number of its last change. */
export type CalendarEvent = Record<string, unknown> & { id: string; status: string; start?: CalendarTime; end?: CalendarTime };
type Kept = { id: string; account: string; n: number; event: CalendarEvent };
type Answer = { status: number; body: unknown };

const KIND = "google_event";
const COUNTER = "google:changes";
const MOST = 250;

const refused = (status: number, message: string, reason: string): Answer => ({
  status,
  body: { error: { code: status, message, errors: [{ domain: "global", reason, message }] } },
});
const keyOf = (account: string, id: string): string => `google:${account}:${id}`;
const instant = ({ date, dateTime }: CalendarTime = {}): number => Date.parse(dateTime ?? date ?? "");

/** Events happen once each here; Google's own calendar takes those that repeat apart when it is asked to. */
export class GoogleEvents {
  #store: Store;
  constructor(store: Store) {
    this.#store = store;
  }

  of(account: string): CalendarEvent[] {
    return this.#all(account).map(({ event }) => event);
  }

  /** Somebody writes into their calendar. */
  add(account: string, event: Record<string, unknown>): CalendarEvent {
    return this.#save(account, { id: randomBytes(13).toString("hex"), status: "confirmed", ...event });
  }

  list(account: string, query: URLSearchParams): Answer {
    const changes = this.#store.setting<number>(COUNTER) ?? 0;
    const token = query.get("syncToken");
    if (token !== null && !(Number(token) <= changes))
      return refused(410, "Sync token is no longer valid, a full sync is required.", "fullSyncRequired");
    if (token !== null && (query.has("timeMin") || query.has("timeMax")))
      return refused(400, "Sync token cannot be used with these parameters", "badRequest");
    const [min, max] = [Date.parse(query.get("timeMin") ?? ""), Date.parse(query.get("timeMax") ?? "")];
    const inSpan = ({ start, end }: CalendarEvent) => !(instant(end) <= min) && !(instant(start) >= max);
    const found = this.#all(account).filter(({ n, event }) =>
      token === null ? event.status !== "cancelled" && inSpan(event) : n > Number(token),
    );
    const [from, most] = [Number(query.get("pageToken") ?? 0), Math.min(2_500, Number(query.get("maxResults") ?? MOST))];
    const items = found.slice(from, from + most).map(({ event }) => shown(event));
    const more = from + most < found.length;
    const next = more ? { nextPageToken: String(from + most) } : { nextSyncToken: String(changes) };
    return { status: 200, body: { kind: "calendar#events", summary: account, items, ...next } };
  }

  insert(account: string, event: Record<string, unknown>): Answer {
    const id = String(event.id ?? randomBytes(13).toString("hex"));
    if (!/^[a-v0-9]{5,1024}$/.test(id)) return refused(400, "Invalid resource id value.", "invalid");
    if (this.#find(account, id)) return refused(409, "The requested identifier already exists.", "duplicate");
    return this.#checked(account, { status: "confirmed", ...event, id });
  }

  change(account: string, id: string, change: Record<string, unknown>, whole: boolean): Answer {
    const before = this.#find(account, id);
    if (!before) return refused(404, "Not Found", "notFound");
    return this.#checked(account, { ...(whole ? { status: "confirmed" } : before.event), ...change, id });
  }

  remove(account: string, id: string): Answer {
    const before = this.#find(account, id);
    if (!before) return refused(404, "Not Found", "notFound");
    if (before.event.status === "cancelled") return refused(410, "Resource has been deleted", "deleted");
    this.#save(account, { ...before.event, status: "cancelled" });
    return { status: 204, body: null };
  }

  #checked(account: string, event: CalendarEvent | Record<string, unknown>): Answer {
    const made = event as CalendarEvent;
    const length = instant(made.end) - instant(made.start);
    if (Number.isNaN(length)) return refused(400, "Missing end time.", "required");
    if (length < 0) return refused(400, "The specified time range is empty.", "timeRangeEmpty");
    return { status: 200, body: shown(this.#save(account, made)) };
  }

  #all = (account: string): Kept[] =>
    this.#store
      .list<Kept>({ kinds: [KIND], equals: { account }, limit: 100_000 })
      .map(({ doc }) => doc)
      .reverse();

  #find = (account: string, id: string): Kept | undefined => this.#store.get<Kept>(KIND, keyOf(account, id));

  #save(account: string, event: CalendarEvent): CalendarEvent {
    const n = (this.#store.setting<number>(COUNTER) ?? 0) + 1;
    this.#store.saveSetting(COUNTER, n);
    const saved = { kind: "calendar#event", ...event, etag: `"${n}"`, updated: new Date().toISOString() };
    this.#store.put(KIND, { id: keyOf(account, event.id), account, n, event: saved });
    return saved;
  }
}

/** Of an event that was taken out Google tells no more than that. */
const shown = (event: CalendarEvent) =>
  event.status === "cancelled" ? { kind: "calendar#event", id: event.id, status: event.status, etag: event.etag } : event;
