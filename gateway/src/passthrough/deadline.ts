import type { IncomingMessage } from "node:http";

const unitsMs: Readonly<Record<string, number>> = { H: 3_600_000, M: 60_000, S: 1_000, m: 1, u: 1e-3, n: 1e-6 };

/** How long a caller waits, in milliseconds: infinitely long when they do not say, not a number when it cannot be read. */
export function askedMs({ headers }: Pick<IncomingMessage, "headers">): number {
  const { "grpc-timeout": grpc, "connect-timeout-ms": connect } = headers;
  if (grpc !== undefined) {
    const [, digits, unit = ""] = /^(\d{1,8})([HMSmun])$/.exec(String(grpc)) ?? [];
    return Number(digits) * (unitsMs[unit] ?? Number.NaN);
  }
  if (connect === undefined) return Number.POSITIVE_INFINITY;
  return /^\d{1,10}$/.test(String(connect)) ? Number(connect) : Number.NaN;
}
