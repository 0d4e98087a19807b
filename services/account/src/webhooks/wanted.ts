/** What an endpoint asks for, and since when: by type for those chosen later, "*" for the others, else since it was made. */
export type Wants = { event_types: string[]; enabled: boolean; create_time: Date; wanted_since: Record<string, string> };

const all = "*";

/** From when on an endpoint wants events of a type; null when it does not. What happened before is not for it, whenever it is heard. */
export function wantedSince(endpoint: Wants, eventType: string): Date | null {
  const { event_types, enabled, create_time, wanted_since } = endpoint;
  if (!enabled || (event_types.length > 0 && !event_types.includes(eventType))) return null;
  const since = wanted_since[eventType] ?? wanted_since[all];
  return since === undefined ? create_time : new Date(since);
}

/** Since when each type is wanted after a change: what was wanted before stays so, what is chosen anew begins now. */
export function wantedAfter(before: Wants, after: Pick<Wants, "event_types" | "enabled">, now: Date): Record<string, string> {
  const since = (eventType: string): string => (wantedSince(before, eventType) ?? now).toISOString();
  if (after.event_types.length > 0) return Object.fromEntries(after.event_types.map((type) => [type, since(type)]));
  const named = [...before.event_types, ...Object.keys(before.wanted_since)];
  return Object.fromEntries([...named, all].map((type) => [type, since(type)]));
}
