import { text } from "../core/form.ts";
import type { Doc } from "../core/store.ts";
import { emit, known, load, metadata, newId, now, oneOf, type StripeCall, save } from "./context.ts";

// Proof of who somebody is, with a document, on a page of the provider's.

export function createSession(call: StripeCall): Doc {
  known(call.form, "type return_url options client_reference_id");
  const id = newId("vs");
  const session: Doc = {
    id,
    object: "identity.verification_session",
    client_secret: `${id}_secret`,
    created: now(),
    last_error: null,
    last_verification_report: null,
    livemode: false,
    metadata: metadata(call.form),
    options: {},
    return_url: text(call.form, "return_url") ?? null,
    status: "requires_input",
    type: oneOf(call.form, "type", ["document", "id_number"]) ?? "document",
    url: `${call.publicBase}/sandbox/stripe/identity/${id}`,
  };
  save(call, "verification_session", session);
  emit(call, "identity.verification_session.created", session);
  return session;
}

export const retrieveSession = (call: StripeCall): Doc => load(call, "verification_session", call.params.id ?? "", "session");

export function decideSession(call: StripeCall, id: string, passed: boolean): Doc {
  const session = load(call, "verification_session", id);
  const next = passed
    ? { ...session, status: "verified", url: null, last_error: null }
    : { ...session, last_error: { code: "document_unverified_other", reason: "The document could not be verified." } };
  save(call, "verification_session", next);
  emit(call, `identity.verification_session.${passed ? "verified" : "requires_input"}`, next);
  return next;
}
