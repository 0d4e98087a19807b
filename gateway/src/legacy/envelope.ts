import { fromBinary } from "@bufbuild/protobuf";
import { catalogue } from "@leashline/kit/errors.ts";
import { BadRequestSchema, ErrorInfoSchema } from "@leashline/proto/google/rpc/error_details_pb.js";
import { ErrorCode } from "@leashline/proto/leashline/options/v1/errors_pb.js";
import { TimeConflictSchema } from "@leashline/proto/leashline/options/v1/problem_pb.js";
import { legacyCodec } from "./codec.ts";
import { camelPath } from "./well-known.ts";
import type { WrongValue } from "./wrong-value.ts";

/** The legacy answer: what the HTTP status is, and the body. */
export interface LegacyAnswer {
  status: number;
  body: { code: number; message: string; data: unknown };
}

/** An error as Connect writes it in JSON. */
export interface ConnectErrorJson {
  code?: string;
  message?: string;
  details?: { type?: string; value?: string }[];
}

export function success(data: unknown): LegacyAnswer {
  return { status: 200, body: { code: 200, message: "success", data } };
}

/** A refusal of the gateway itself, by its number in the catalogue. */
export function refusal(code: ErrorCode, message?: string, data: unknown = null): LegacyAnswer {
  return { status: statusOf(code), body: { code, message: message ?? catalogue.get(code)?.message ?? "", data } };
}

/** A call whose values have the wrong type. */
export function malformed(error: WrongValue): LegacyAnswer {
  return {
    status: 400,
    body: {
      code: ErrorCode.PARAMS_INVALID,
      message: error.message,
      data: error.field === "" ? error.message : { field: error.field, reason: error.reason },
    },
  };
}

/** What a service answered instead of a response, as the legacy face shows it. */
export function fromConnect(error: ConnectErrorJson, httpStatus: number): LegacyAnswer {
  const code = codeOf(error);
  if (code === undefined) return withoutCode(error, httpStatus);
  const message = error.message || (catalogue.get(code)?.message ?? "");
  const away = code === ErrorCode.SYSTEM_BUSY && error.code === "unavailable";
  return { status: away ? 503 : statusOf(code), body: { code, message, data: dataOf(error, code) } };
}

/** 401 for no session, 507 for a full disk and 500 for a fault of ours; every other refusal is an ordinary answer with its code in the body. */
function statusOf(code: ErrorCode): number {
  if (code === ErrorCode.NO_AUTH) return 401;
  if (code === ErrorCode.DEADLINE_EXCEEDED) return 504;
  if (code === ErrorCode.STORAGE_FULL) return 507;
  return code === ErrorCode.SYSTEM_BUSY ? 500 : 200;
}

function codeOf(error: ConnectErrorJson): number | undefined {
  const info = detail(error, ErrorInfoSchema.typeName);
  if (!info) return undefined;
  const code = Number(fromBinary(ErrorInfoSchema, info).metadata.code);
  return Number.isInteger(code) ? code : undefined;
}

const plainCodes: Readonly<Record<string, ErrorCode>> = {
  unauthenticated: ErrorCode.NO_AUTH,
  permission_denied: ErrorCode.NO_PERMISSION,
  not_found: ErrorCode.NOT_FOUND,
  invalid_argument: ErrorCode.PARAMS_INVALID,
  out_of_range: ErrorCode.PARAMS_INVALID,
  resource_exhausted: ErrorCode.TOO_MANY_REQUESTS,
  failed_precondition: ErrorCode.STATE_CONFLICT,
  already_exists: ErrorCode.STATE_CONFLICT,
  aborted: ErrorCode.VERSION_CONFLICT,
};

/** An error without our number: only its Connect code tells what it is, and its text may be internal. */
function withoutCode(error: ConnectErrorJson, httpStatus: number): LegacyAnswer {
  const code = plainCodes[error.code ?? ""];
  if (code !== undefined) return { ...refusal(code, undefined, dataOf(error, code)) };
  const answer = refusal(ErrorCode.SYSTEM_BUSY);
  return { ...answer, status: httpStatus === 503 || httpStatus === 504 || error.code === "unavailable" ? 503 : 500 };
}

function dataOf(error: ConnectErrorJson, code: number): unknown {
  const conflict = detail(error, TimeConflictSchema.typeName);
  if (conflict) return legacyCodec(TimeConflictSchema).encode(fromBinary(TimeConflictSchema, conflict));
  const bad = detail(error, BadRequestSchema.typeName);
  if (!bad) return factsOf(error, code);
  const violations = fromBinary(BadRequestSchema, bad).fieldViolations.map(({ field, description }) => ({ field, reason: description }));
  if (code !== ErrorCode.PARAMS_INVALID) return violations;
  // A client shows a text in the data of code 400 (core §8).
  return violations.map(({ field, reason }) => (field === "" ? reason : `${field}: ${reason}`)).join("; ");
}

/** What a refusal says beside its number, such as bindingError 4; null when nothing. */
function factsOf(error: ConnectErrorJson, code: number): Record<string, string | number> | null {
  const info = detail(error, ErrorInfoSchema.typeName);
  if (!info || code === ErrorCode.SYSTEM_BUSY) return null;
  const { code: _, ...facts } = fromBinary(ErrorInfoSchema, info).metadata;
  const shown = Object.entries(facts).map(([name, text]) => [camelPath(name), /^(0|[1-9]\d{0,14})$/.test(text) ? Number(text) : text]);
  return shown.length > 0 ? Object.fromEntries(shown) : null;
}

function detail(error: ConnectErrorJson, typeName: string): Uint8Array | undefined {
  const found = error.details?.find((each) => each.type === typeName);
  return found?.value === undefined ? undefined : Buffer.from(found.value, "base64");
}
