import { type Message, MessageAuthor } from "@leashline/proto/leashline/message/v1/message_pb.js";

export type Fold<M> = { id: string; automatic: boolean; messages: M[] };

type Sent = Pick<Message, "id" | "type" | "useCase" | "staffId">;

/** What went out by itself: for a reason, and by nobody. */
export const isAutomatic = ({ type, useCase, staffId }: Sent): boolean =>
  type === MessageAuthor.BUSINESS && useCase !== "" && staffId === "0";

/** Messages in their order, those in a row that went out by themselves together. */
export const foldsOf = <M extends Sent>(messages: readonly M[]): Fold<M>[] => {
  const folds: Fold<M>[] = [];
  for (const message of messages) {
    const last = folds.at(-1);
    const automatic = isAutomatic(message);
    if (automatic && last?.automatic) last.messages.push(message);
    else folds.push({ id: message.id, automatic, messages: [message] });
  }
  return folds;
};
