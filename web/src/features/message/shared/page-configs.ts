import type { MessageMethod } from "@leashline/proto/leashline/message/v1/message_pb.js";
import { useInfo } from "../../../app/session/session.ts";

/** How a conversation was left: so many of its messages were loaded, and this is how it was answered. */
export type PageConfig = { size?: number; method?: MessageMethod };
type Kept = readonly (readonly [conversation: string, config: PageConfig])[];

/** So many are kept in this browser (growth §9). */
const MOST = 5;
const NAME = "leashline-message-pages";

/** What is new of a conversation joins what was known of it and comes first; what was left longest ago goes. */
export const remembered = (kept: Kept, conversation: string, config: PageConfig): Kept => {
  const before = kept.find(([one]) => one === conversation)?.[1];
  return [[conversation, { ...before, ...config }] as const, ...kept.filter(([one]) => one !== conversation)].slice(0, MOST);
};

const read = (): Kept => {
  try {
    return JSON.parse(localStorage.getItem(NAME) ?? "[]") as Kept;
  } catch {
    return [];
  }
};

/** How this person left a conversation, and how to remember it. */
export const usePageConfig = (threadId: string) => {
  const conversation = `${useInfo().account.id} ${threadId}`;
  return {
    last: read().find(([one]) => one === conversation)?.[1] ?? {},
    remember: (config: PageConfig) => {
      try {
        localStorage.setItem(NAME, JSON.stringify(remembered(read(), conversation, config)));
      } catch {
        // A browser that keeps nothing shows the newest messages each time.
      }
    },
  };
};
