import { type UnsubscribePage, UnsubscribeService } from "@leashline/proto/leashline/customer/v1/unsubscribe_service_pb.js";
import { clientFor } from "../../app/calls/transport.ts";
import { messageOf } from "../../ui/feedback/call-errors.ts";

const api = clientFor(UnsubscribeService);

export type Answer = { page: UnsubscribePage; error?: undefined } | { page?: undefined; error: string };

async function answered(call: () => Promise<{ page?: UnsubscribePage }>): Promise<Answer> {
  try {
    const { page } = await call();
    return page ? { page } : { error: "Something went wrong. Please try again." };
  } catch (error) {
    return { error: messageOf(error) };
  }
}

export const openPage = (token: string): Promise<Answer> => answered(() => api.openUnsubscribePage({ token }));
export const unsubscribe = (token: string, again: boolean): Promise<Answer> => answered(() => api.unsubscribe({ token, again }));
