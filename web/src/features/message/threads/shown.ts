import { MessageTargetType, ThreadFilter } from "@leashline/proto/leashline/message/v1/thread_pb.js";

export const filters = [
  { name: "reply", label: "Needs reply", value: ThreadFilter.NEEDS_REPLY },
  { name: "open", label: "Open", value: ThreadFilter.OPEN },
  { name: "unread", label: "Unread", value: ThreadFilter.UNREAD },
  { name: "star", label: "Starred", value: ThreadFilter.STAR },
  { name: "close", label: "Closed", value: ThreadFilter.CLOSE },
] as const;
export type Filter = (typeof filters)[number];

/** What the last message of a conversation was about (growth §2). */
export const types = [
  { name: "all", label: "All messages", values: [] },
  { name: "conversation", label: "Conversation", values: [MessageTargetType.CONVERSATION] },
  { name: "review", label: "Review", values: [MessageTargetType.REVIEW] },
  { name: "appointment", label: "Appt confirmation", values: [MessageTargetType.APPOINTMENT] },
] as const;
export type Type = (typeof types)[number];

/** Where no conversation is shown. */
export const nothingHere: Record<Filter["name"], string> = {
  reply: "Every message is answered. New messages from clients appear here.",
  open: "Conversations with clients appear here, newest first.",
  unread: "No unread messages.",
  star: "Star a conversation to find it here.",
  close: "Conversations you close appear here.",
};

type Asked = { readonly filter: Filter; readonly type: Type; readonly keyword: string };

/** Which conversations are asked for: those that were chosen; who is searched for is looked for in all of them, also in closed ones. */
export const askedFor = ({ filter, type, keyword }: Asked) =>
  keyword === ""
    ? { filter: filter.value, targetTypes: [...type.values], keyword }
    : { filter: ThreadFilter.UNSPECIFIED, targetTypes: [], keyword };
