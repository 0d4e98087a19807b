import { MessageMethod } from "@leashline/proto/leashline/message/v1/message_pb.js";

export type Telling = { readonly methods: readonly MessageMethod[]; readonly due: Date };
type Words = { readonly note: string; readonly offer: string; readonly done: string };

const { SMS, EMAIL } = MessageMethod;
const SOON_MS = 120_000;

const verbOf = (methods: readonly MessageMethod[]): { told: string; tell: string } => {
  if (methods.every((method) => method === SMS)) return { told: "texted", tell: "text" };
  return methods.every((method) => method === EMAIL) ? { told: "emailed", tell: "email" } : { told: "told", tell: "tell them" };
};

/** How it is said that a client is about to hear of a move, what takes that away, and that it did. */
export const tellingWords = ({ methods, due }: Telling, now: Date, timeOf: (at: Date) => string): Words => {
  const { told, tell } = verbOf(methods);
  const when = due.getTime() - now.getTime() < SOON_MS ? "in half a minute" : `at ${timeOf(due)}`;
  return { note: `The client will be ${told} ${when}.`, offer: `Don’t ${tell}`, done: `The client won’t be ${told}` };
};
