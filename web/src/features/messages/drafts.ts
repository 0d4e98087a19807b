import { create } from "zustand";

/** What was typed and not sent yet, per conversation: going elsewhere and back loses nothing. */
export const drafts = create<{ texts: Record<string, string> }>()(() => ({ texts: {} }));
