import { awakeAt, type Quiet } from "@leashline/kit";

export type QuietHours = Quiet & { isEnabled: boolean; version: number };

/** Of a business that never said: nobody is texted from nine in the evening to eight in the morning. */
export const standard: QuietHours = { isEnabled: true, quietFrom: 21 * 60, quietTo: 8 * 60, version: 0 };

/** What the operator lets hold for those. */
export const usualHours = (env: NodeJS.ProcessEnv): QuietHours => ({ ...standard, isEnabled: env.LEASHLINE_QUIET_HOURS !== "off" });

export const MOST_MINUTES = 16 * 60;

/** Until when a text waits that would go out at a moment; null when it goes out then, also because it would be of no use afterward. */
export function waitOf(
  { isEnabled, ...quiet }: Quiet & { isEnabled: boolean },
  zone: string,
  at: Date,
  uselessAfter: Date | null = null,
): Date | null {
  if (!isEnabled) return null;
  const awake = awakeAt(quiet, at, zone);
  if (awake.getTime() <= at.getTime()) return null;
  return uselessAfter && uselessAfter.getTime() <= awake.getTime() ? null : awake;
}
