import { createHash } from "node:crypto";
import type { Ctx } from "@leashline/kit";

const patienceMs = 2_000;

/** Where stolen passwords are looked up, if anywhere: a service that speaks the range protocol of Have I Been Pwned, its path up to the prefix. */
export function breachListFrom({ LEASHLINE_BREACHED_PASSWORDS_URL: address }: NodeJS.ProcessEnv): URL | null {
  if (!address) return null;
  const url = URL.parse(address.endsWith("/") ? address : `${address}/`);
  if (!url || !/^https?:$/.test(url.protocol)) throw new Error("LEASHLINE_BREACHED_PASSWORDS_URL must be an http or https address");
  return url;
}

/**
 * Whether it stands in a list of stolen passwords. Only the first five digits of its hash are sent, and what comes back is padded, so that nobody on
 * the way learns what was asked or found. While the list is away nobody is kept from choosing a password: the common ones are known without it.
 */
export async function isBreached({ runtime }: Pick<Ctx, "runtime">, password: string): Promise<boolean> {
  const list = breachListFrom(runtime.config.env);
  if (!list) return false;
  const hash = createHash("sha1").update(password).digest("hex").toUpperCase();
  try {
    const answer = await fetch(new URL(hash.slice(0, 5), list), {
      headers: { "add-padding": "true" },
      redirect: "error",
      signal: AbortSignal.timeout(patienceMs),
    });
    if (!answer.ok) throw new Error(`answered ${answer.status}`);
    return holds(await answer.text(), hash.slice(5));
  } catch (error) {
    runtime.log.warn({ error: (error as Error).message }, "the list of stolen passwords is away");
    return false;
  }
}

/** Lines of "suffix:count"; a count of 0 is padding. */
const holds = (lines: string, suffix: string): boolean =>
  lines.split("\n").some((line) => line.slice(0, suffix.length).toUpperCase() === suffix && Number(line.slice(suffix.length + 1)) > 0);
