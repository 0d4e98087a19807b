import { pino } from "pino";

export type Log = Pick<ReturnType<typeof pino>, "debug" | "info" | "warn" | "error" | "child">;

/** JSON lines. Ids and names of things, never payloads. */
export function openLog(name: string, level: string): Log {
  return pino({
    level,
    base: { service: name },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: ["*.password", "*.token", "*.secret", "*.authorization", "*.cookie"],
  });
}
