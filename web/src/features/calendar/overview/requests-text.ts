import { countText, type Waiting } from "../../../app/navigation/waiting.ts";

const counted = (count: number, one: string): string => `${countText(count)} ${one}${count === 1 ? "" : "s"}`;

/** What waits behind the entry of requests, in words that come to its badge: "24 booking requests and 1 change request are waiting"; empty where nothing does. */
export const requestsText = ({ requests, changes }: Pick<Waiting, "requests" | "changes">): string => {
  const parts = [requests > 0 && counted(requests, "booking request"), changes > 0 && counted(changes, "change request")].filter(Boolean);
  return parts.length === 0 ? "" : `${parts.join(" and ")} ${requests + changes === 1 ? "is" : "are"} waiting`;
};
