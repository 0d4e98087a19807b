import { create } from "zustand";

/**
 * What waits for this person: threads with something unread, booking requests, changes that clients ask for, of appointments and of
 * what is on file about them, disputes nobody has looked at, and intake forms nobody has read.
 * The shell keeps it up to date.
 */
export type Waiting = { messages: number; requests: number; changes: number; disputes: number; forms: number };
export const nothingWaits: Waiting = { messages: 0, requests: 0, changes: 0, disputes: 0, forms: 0 };
export const useWaiting = create<Waiting>()(() => nothingWaits);

/** A count as a badge has room for it. */
export const countText = (count: number): string => (count > 99 ? "99+" : String(count));

/** What precedes the window's title: "(3) ", and nothing where nothing waits. */
export const titlePrefix = ({ messages, requests, changes }: Pick<Waiting, "messages" | "requests" | "changes">): string => {
  const all = messages + requests + changes;
  return all > 0 ? `(${countText(all)}) ` : "";
};

/** What an entry of the navigation is called with what waits behind it: "Messages, 3 unread". */
export const labelWith = (label: string, id: string, { messages, requests, changes, disputes, forms }: Waiting): string => {
  const asked = requests + changes;
  if (id === "payment" && disputes > 0) return `${label}, ${countText(disputes)} new ${disputes === 1 ? "dispute" : "disputes"}`;
  if (id === "clients" && forms > 0) return `${label}, ${countText(forms)} unread ${forms === 1 ? "form" : "forms"}`;
  if (id === "messages" && messages > 0) return `${label}, ${countText(messages)} unread`;
  return id === "requests" && asked > 0 ? `${label}, ${countText(asked)} waiting` : label;
};

export const countAt = (id: string, { messages, requests, changes, disputes, forms }: Waiting): number => {
  if (id === "payment") return disputes;
  if (id === "clients") return forms;
  if (id === "messages") return messages;
  return id === "requests" ? requests + changes : 0;
};
