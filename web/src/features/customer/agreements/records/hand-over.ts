import { HANDED_OVER } from "../../../../app/session/session-note.ts";
import { toast } from "../../../../ui/feedback/toast.ts";

/** From here on the browser shows what is to be signed and nothing else, until a password is given. */
export function handOver({ accountId, recordId }: { accountId: string; recordId: string }): void {
  try {
    localStorage.setItem(HANDED_OVER, `${accountId} ${recordId}`);
    dispatchEvent(new Event("storage"));
  } catch {
    toast.error("This browser keeps no data, so it cannot be handed over. Send the link instead.");
  }
}
