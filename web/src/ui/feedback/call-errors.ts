import { Code, ConnectError } from "@connectrpc/connect";
import { BadRequestSchema, ErrorInfoSchema } from "@leashline/proto/google/rpc/error_details_pb.js";
import { capitalise, sentence } from "../format/text.ts";
import { type Answer, errorText, OFFLINE_ERROR } from "./errors.ts";

/** HTTP status that a Connect code stands for, as far as choosing a text needs it. */
const clientFault = new Set([
  Code.InvalidArgument,
  Code.NotFound,
  Code.AlreadyExists,
  Code.PermissionDenied,
  Code.ResourceExhausted,
  Code.FailedPrecondition,
  Code.Aborted,
  Code.OutOfRange,
  Code.Unauthenticated,
]);

/** The number of the error catalogue that a call was refused with; undefined for a fault of the network or the server. */
export const errorCode = (error: unknown): number | undefined => {
  const info = error instanceof ConnectError ? error.findDetails(ErrorInfoSchema)[0] : undefined;
  const code = Number(info?.metadata.code);
  return info?.domain === "leashline" && Number.isFinite(code) ? code : undefined;
};

/** A fact that came with a refusal, such as which side an invite is bound on. */
export const errorFact = (error: unknown, name: string): string | undefined =>
  error instanceof ConnectError ? error.findDetails(ErrorInfoSchema)[0]?.metadata[name] : undefined;

/** Body code "no auth" (core §8). */
const NO_AUTH = 401;

/** The server no longer knows our session. A wrong password is refused with the same Connect code, but with a number of its own. */
export const isSignedOut = (error: unknown): boolean =>
  error instanceof ConnectError && error.code === Code.Unauthenticated && [undefined, NO_AUTH].includes(errorCode(error));

/** Body code "No permission to complete the operation" (core §8). */
const NO_PERMISSION = 20019;
export const isRefused = (error: unknown): boolean => errorCode(error) === NO_PERMISSION;

/** Body code "version conflict" (core §8). */
const VERSION_CONFLICT = 900001;
/** Somebody else saved it first. */
export const isOvertaken = (error: unknown): boolean => errorCode(error) === VERSION_CONFLICT;

/** True when we cannot know whether the server did what was asked. */
export const outcomeUnknown = (error: unknown): boolean => {
  if (!(error instanceof ConnectError)) return true;
  return [Code.Unavailable, Code.DeadlineExceeded, Code.Unknown, Code.Canceled, Code.Internal].includes(error.code);
};

/** A call that was given up on purpose: never worth a message. */
export const isAborted = (error: unknown): boolean => {
  const cause = error instanceof ConnectError ? error.cause : error;
  if (error instanceof ConnectError && error.code === Code.Canceled) return true;
  return cause instanceof DOMException && cause.name === "AbortError";
};

/** An answer that does not fit the contract: nothing anybody at the screen could do about it. */
export const isUnreadable = (error: unknown): boolean =>
  error instanceof ConnectError &&
  [Code.Internal, Code.Unknown].includes(error.code) &&
  /^(parse (binary|json): |cannot decode (message|field) )/i.test(error.rawMessage);

export const isNetworkFailure = (error: unknown): boolean =>
  error instanceof ConnectError && error.cause instanceof TypeError && errorCode(error) === undefined;

/** One refused field as a sentence: "endTime" that "must be after the start" is "End time must be after the start". */
export const reasonText = (field: string, reason: string): string => {
  const named = field.split(".").filter((part) => !/^\d+$/.test(part));
  const name = (named.at(-1) ?? "").replace(/([A-Z])|_/g, (_, big?: string) => ` ${big?.toLowerCase() ?? ""}`);
  const about = /^(is|must|has|cannot|can|may|should|contains)\b/.test(reason) ? `${name} ${reason}` : reason.replace(/^value\b/, name);
  return capitalise(about.trim());
};

const PARAMS = 400;
const answerOf = (error: ConnectError): Answer => {
  const code = errorCode(error);
  const reasons = code === PARAMS ? error.findDetails(BadRequestSchema).flatMap((bad) => bad.fieldViolations) : [];
  if (reasons.length > 0) {
    const data = [...new Set(reasons.map(({ field, description }) => reasonText(field, description)))].slice(0, 3).join(". ");
    return { status: 200, body: { code: PARAMS, message: error.rawMessage, data } };
  }
  if (!clientFault.has(error.code)) return { status: 500 };
  return code === undefined
    ? { status: 400, body: { message: error.rawMessage } }
    : { status: 200, body: { code, message: error.rawMessage } };
};

/** The sentence to show for a failed call. */
export const messageOf = (error: unknown): string => {
  if (isNetworkFailure(error)) return OFFLINE_ERROR;
  return sentence(errorText(error instanceof ConnectError ? answerOf(error) : { status: 500 }));
};

/** What the server found wrong with single fields, by field name, for showing it beside them. */
export const fieldErrors = (error: unknown): Record<string, string> => {
  const bad = error instanceof ConnectError ? error.findDetails(BadRequestSchema)[0] : undefined;
  return Object.fromEntries((bad?.fieldViolations ?? []).map((violation) => [violation.field, violation.description]));
};
