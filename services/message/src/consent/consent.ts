import { TextConsentState as State } from "@leashline/proto/leashline/message/v1/text_consent_service_pb.js";

/** Whose word it is that the client wants no texts: nobody's, what staff were told, or their own STOP. */
export type Refusal = "none" | "staff" | "stop";

/** Where a client stands. A refusal holds until it is undone, whatever they agreed to before or on a page since. */
export function stateOf(refusal: Refusal, agreed: boolean): State {
  if (refusal === "stop") return State.STOPPED;
  if (refusal === "staff") return State.REFUSED;
  return agreed ? State.AGREED : State.NOT_RECORDED;
}
