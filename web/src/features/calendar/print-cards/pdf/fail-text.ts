import { messageOf } from "../../../../ui/feedback/call-errors.ts";
import { OFFLINE_ERROR } from "../../../../ui/feedback/errors.ts";

/** Why there is no file. What makes it, and its letters, come over the network when they are first asked for. */
export const failText = (error: unknown, online: boolean): string => (online ? messageOf(error) : OFFLINE_ERROR);
