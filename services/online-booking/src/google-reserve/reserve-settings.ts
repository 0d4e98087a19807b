import type { Runtime } from "@leashline/kit";

/** The partner account that Google knows us as, the key of its service account, and where Google is. */
export type ReserveSettings = {
  readonly partnerId: string;
  readonly account: string;
  readonly privateKey: string;
  readonly tokens: string;
  readonly api: string;
};

const NAMES = ["LEASHLINE_GOOGLE_RESERVE_PARTNER_ID", "LEASHLINE_GOOGLE_RESERVE_KEY"] as const;
const REAL = "https://mapsbooking.googleapis.com";
const TOKENS = "https://oauth2.googleapis.com/token";

type KeyFile = { client_email?: unknown; private_key?: unknown };

function keyIn(text: string): { account: string; privateKey: string } | null {
  try {
    const { client_email: account, private_key: privateKey } = JSON.parse(text) as KeyFile;
    return typeof account === "string" && typeof privateKey === "string" ? { account, privateKey } : null;
  } catch {
    return null;
  }
}

/** Null while the operator has named no partner account of theirs. */
export function reserveSettings(env: NodeJS.ProcessEnv): ReserveSettings | null {
  const [partnerId, text] = NAMES.map((name) => env[name]);
  const key = text ? keyIn(text) : null;
  if (!partnerId || !key) return null;
  const base = env.LEASHLINE_GOOGLE_RESERVE_API_BASE?.replace(/\/$/, "");
  return { partnerId, ...key, tokens: base ? `${base}/reserve/token` : TOKENS, api: `${base ?? REAL}/v1alpha/inventory` };
}

/** Wrong settings stop the boot; missing ones only mean that no profile on Google leads here. */
export function checkReserveSettings({ config: { env } }: Runtime): void {
  const [partnerId, key] = NAMES.map((name) => env[name]);
  const refuse = (why: string) => new Error(`The settings do not allow a start: ${why}`);
  if (Boolean(partnerId) !== Boolean(key)) throw refuse(`${NAMES.join(" and ")} belong together.`);
  if (partnerId && !/^\d+$/.test(partnerId)) throw refuse(`${NAMES[0]} is a number.`);
  if (key && !keyIn(key)) throw refuse(`${NAMES[1]} must be the JSON key of a service account, on one line.`);
}
