export type ErrorBody = {
  type: "card_error" | "invalid_request_error" | "idempotency_error" | "api_error" | "authentication_error";
  message: string;
  code?: string;
  decline_code?: string;
  param?: string;
  charge?: string;
  payment_intent?: unknown;
  setup_intent?: unknown;
  payment_method?: unknown;
  doc_url?: string;
};

/** Thrown by handlers, answered as Stripe's error object. `saved`: whether what was written before stays (a declined charge does). */
export class StripeError extends Error {
  readonly status: number;
  readonly body: ErrorBody;
  readonly saved: boolean;
  constructor(status: number, body: ErrorBody, saved = false) {
    super(body.message);
    this.status = status;
    this.saved = saved;
    this.body = body.code ? { ...body, doc_url: `https://stripe.com/docs/error-codes/${body.code.replaceAll("_", "-")}` } : body;
  }
}

export function invalid(message: string, param?: string, code?: string, status = 400): StripeError {
  return new StripeError(status, { type: "invalid_request_error", message, ...(param ? { param } : {}), ...(code ? { code } : {}) });
}

export function missing(kind: string, id: string, param = "id"): StripeError {
  return invalid(`No such ${kind}: '${id}'`, param, "resource_missing", 404);
}

export function needed(param: string): StripeError {
  return invalid(`Missing required param: ${param}.`, param, "parameter_missing");
}

/** Stripe's refusal of a step that does not fit the intent's status. */
export function unexpected(intent: Record<string, unknown>, verb: string): StripeError {
  const status = String(intent.status);
  const error = invalid(
    `You cannot ${verb} this PaymentIntent because it has a status of ${status}.`,
    verb === "confirm" ? undefined : "intent",
    "payment_intent_unexpected_state",
  );
  error.body.payment_intent = intent;
  return error;
}
