import { create, type DescMessage, getOption, type Message } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import { BadRequestSchema, ErrorInfoSchema, RetryInfoSchema } from "@leashline/proto/google/rpc/error_details_pb.js";
import { ErrorCode, ErrorCodeSchema, error as errorOption } from "@leashline/proto/leashline/options/v1/errors_pb.js";
import { type TimeConflict, TimeConflictSchema } from "@leashline/proto/leashline/options/v1/problem_pb.js";

export { ErrorCode };
export type ErrorName = keyof typeof ErrorCode;

export type FailOptions = {
  /** Replaces the catalogue's text; still a sentence a person can act on. */
  message?: string;
  /** The request field at fault, in camelCase, and what is wrong with it. */
  field?: string;
  reason?: string;
  fields?: { field: string; reason: string }[];
  /** Other facts as strings; they travel in the error info. */
  facts?: Record<string, string>;
  conflict?: Omit<TimeConflict, "$typeName" | "$unknown">;
  retryAfterSeconds?: number;
};

/** A refusal from the catalogue. Anything else that is thrown is a fault of ours. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly options: FailOptions;
  constructor(code: ErrorCode, message: string, options: FailOptions) {
    super(message);
    this.name = "Refusal";
    this.code = code;
    this.options = options;
  }
}

const connectCodes: Record<string, Code> = {
  unauthenticated: Code.Unauthenticated,
  not_found: Code.NotFound,
  invalid_argument: Code.InvalidArgument,
  failed_precondition: Code.FailedPrecondition,
  resource_exhausted: Code.ResourceExhausted,
  already_exists: Code.AlreadyExists,
  permission_denied: Code.PermissionDenied,
  unavailable: Code.Unavailable,
  deadline_exceeded: Code.DeadlineExceeded,
  aborted: Code.Aborted,
  internal: Code.Internal,
};

/** The catalogue: number -> name, message and Connect code, read from the contract. */
export const catalogue = new Map(
  ErrorCodeSchema.values.map((value) => {
    const info = getOption(value, errorOption);
    return [
      value.number,
      { name: value.localName, message: info.message, connectCode: connectCodes[info.connectCode] ?? Code.Internal },
    ] as const;
  }),
);

/** Builds a refusal: `throw fail("CUSTOMER_NOT_FOUND", { field: "customerId" })`. */
export function fail(code: ErrorName | ErrorCode, options: FailOptions = {}): Refusal {
  const number = typeof code === "number" ? code : ErrorCode[code];
  return new Refusal(number, options.message ?? catalogue.get(number)?.message ?? "", options);
}

/** What stands in a list of a request, as refusals name it: "pets.0.petName". */
export const inList = (list: string, index: number, ...names: readonly string[]): string => [list, index, ...names].join(".");

/** The time of a call was over. What a read did not do is simply asked again; anything else under its key, so that it is not done twice. */
export const tooLateFor = (read: boolean): Refusal =>
  fail("DEADLINE_EXCEEDED", read ? { message: "The time given for this call was over before it was done. Try again." } : {});

const away = "unavailable";

/** What a caller hears while a service is away: nothing is wrong with the call, and it is worth another try with the same key. */
export const unavailable = (): Refusal => fail("SYSTEM_BUSY", { facts: { cause: away }, retryAfterSeconds: 1 });

const waitOf = (seconds: number): string => {
  if (seconds < 60) return seconds === 1 ? "a second" : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes === 1) return "a minute";
  return minutes < 90 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
};

/** Somebody tried too often: the message, the facts and the header say when they may go on. */
export const tooManyTries = (seconds: number, why = "Too many tries."): Refusal =>
  fail("TOO_MANY_REQUESTS", {
    message: `${why} Please try again in ${waitOf(seconds)}.`,
    retryAfterSeconds: seconds,
    facts: { retryAfterSeconds: String(seconds) },
  });

/** How a refusal travels: a Connect code with google.rpc details. */
export function toConnectError(error: Refusal): ConnectError {
  const { field, reason, fields, facts, conflict, retryAfterSeconds } = error.options;
  const code = facts?.cause === away ? Code.Unavailable : catalogue.get(error.code)?.connectCode;
  const connect = new ConnectError(error.message, code ?? Code.Internal);
  const details: Message[] = [
    create(ErrorInfoSchema, { reason: ErrorCode[error.code] ?? "", domain: "leashline", metadata: { code: String(error.code), ...facts } }),
  ];
  const violations = fields ?? (field ? [{ field, reason: reason ?? error.message }] : []);
  if (violations.length > 0)
    details.push(create(BadRequestSchema, { fieldViolations: violations.map((v) => ({ field: v.field, description: v.reason })) }));
  if (conflict) details.push(create(TimeConflictSchema, conflict));
  if (retryAfterSeconds) details.push(create(RetryInfoSchema, { retryDelay: { seconds: BigInt(retryAfterSeconds) } }));
  const schemas: Record<string, DescMessage> = {
    [ErrorInfoSchema.typeName]: ErrorInfoSchema,
    [BadRequestSchema.typeName]: BadRequestSchema,
    [TimeConflictSchema.typeName]: TimeConflictSchema,
    [RetryInfoSchema.typeName]: RetryInfoSchema,
  };
  connect.details = details.map((value) => ({ desc: schemas[value.$typeName]!, value }));
  if (retryAfterSeconds) connect.metadata.set("retry-after", String(retryAfterSeconds));
  return connect;
}

/** Reads our error back from a ConnectError that another service answered; null when it is not one of the catalogue. */
export function fromConnectError(error: unknown): Refusal | null {
  if (!(error instanceof ConnectError)) return null;
  const info = error.findDetails(ErrorInfoSchema)[0];
  if (info?.domain !== "leashline") return null;
  const conflict = error.findDetails(TimeConflictSchema)[0];
  const fields = error.findDetails(BadRequestSchema)[0]?.fieldViolations.map((v) => ({ field: v.field, reason: v.description }));
  const { code, ...facts } = info.metadata;
  const retry = error.findDetails(RetryInfoSchema)[0]?.retryDelay;
  return new Refusal(Number(code), error.rawMessage, {
    ...(conflict ? { conflict } : {}),
    ...(fields ? { fields } : {}),
    ...(retry ? { retryAfterSeconds: Number(retry.seconds) } : {}),
    facts,
  });
}
