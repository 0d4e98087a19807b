/** What an endpoint asks for, and since when: by type for those chosen later, "*" for the others, else since it was made. */
export type Wants = { eventTypes: string[]; enabled: boolean; createTime: Date; wantedSince: Record<string, string> };

const all = "*";

/** From when on an endpoint wants events of a type; null when it does not. What happened before is not for it, whenever it arrives. */
export function wantedSince(endpoint: Wants, eventType: string): Date | null {
  const { eventTypes, enabled, createTime, wantedSince } = endpoint;
  if (!enabled || (eventTypes.length > 0 && !eventTypes.includes(eventType))) return null;
  const since = wantedSince[eventType] ?? wantedSince[all];
  return since === undefined ? createTime : new Date(since);
}

/** Since when each type is wanted after a change: what was wanted before stays so, what is chosen anew begins now. */
export function wantedAfter(before: Wants, after: Pick<Wants, "eventTypes" | "enabled">, now: Date): Record<string, string> {
  const since = (eventType: string): string => (wantedSince(before, eventType) ?? now).toISOString();
  if (after.eventTypes.length > 0) return Object.fromEntries(after.eventTypes.map((type) => [type, since(type)]));
  const named = [...before.eventTypes, ...Object.keys(before.wantedSince)];
  return Object.fromEntries([...named, all].map((type) => [type, since(type)]));
}
