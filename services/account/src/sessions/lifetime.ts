/** Days that a session lasts: without use, and at most, however much it is used. */
export type Lifetime = { idle: number; most: number };

const idleDays = 30;
const mostDays = 90;

/** From LEASHLINE_SESSION_MAX_DAYS; a wrong value stops the boot with what and why. */
export function lifetimeFrom(env: NodeJS.ProcessEnv): Lifetime {
  const most = Number(env.LEASHLINE_SESSION_MAX_DAYS ?? mostDays);
  if (!Number.isInteger(most) || most < 1 || most > 3_650)
    throw new Error("LEASHLINE_SESSION_MAX_DAYS must be a whole number of days from 1 to 3650.");
  return { idle: Math.min(idleDays, most), most };
}
