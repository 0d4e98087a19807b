import { type Message, MessageAuthor } from "@leashline/proto/leashline/message/v1/message_pb.js";

export type Fold<M> = { id: string; automatic: boolean; messages: M[] };

type Sent = Pick<Message, "id" | "type" | "useCase" | "staffId" | "waitUntil">;

/** What went out by itself: for a reason, and by nobody. */
export const isAutomatic = ({ type, useCase, staffId }: Sent): boolean =>
  type === MessageAuthor.BUSINESS && useCase !== "" && staffId === "0";

/** Until when it still waits, where it does. */
const waitOf = (message: Sent | undefined): bigint | undefined => message?.waitUntil?.seconds;

/** Messages in their order, those in a row that went out by themselves together; what still waits stands apart from what is out or waits longer. */
export const foldsOf = <M extends Sent>(messages: readonly M[]): Fold<M>[] => {
  const folds: Fold<M>[] = [];
  for (const message of messages) {
    const last = folds.at(-1);
    const automatic = isAutomatic(message);
    const together = automatic && last?.automatic && waitOf(last.messages[0]) === waitOf(message);
    if (together) last.messages.push(message);
    else folds.push({ id: message.id, automatic, messages: [message] });
  }
  return folds;
};
