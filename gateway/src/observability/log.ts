import { pino } from "pino";

export type Log = Pick<ReturnType<typeof pino>, "debug" | "info" | "warn" | "error">;

/** JSON lines. Ids and names of things, never payloads. */
export function openLog(level: string): Log {
  return pino({ level, base: { service: "gateway" }, timestamp: pino.stdTimeFunctions.isoTime });
}
