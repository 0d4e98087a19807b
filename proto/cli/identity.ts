import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";

/** Where to call and as whom. */
export interface Identity {
  url: string;
  headers: Record<string, string>;
  /** What it comes from, for whoami. */
  from: "LEASHLINE_API_KEY" | "LEASHLINE_SESSION" | "login" | "nobody";
}

interface Saved {
  url: string;
  token: string;
}

export function sessionFile(env: NodeJS.ProcessEnv): string {
  return join(env.XDG_CONFIG_HOME ?? join(env.HOME ?? homedir(), ".config"), "leashline", "session.json");
}

/** An API key wins over a session token, and both over the saved sign-in. The saved token goes only to the server it came from. */
export function identityFrom(env: NodeJS.ProcessEnv, urlFlag: string | undefined): Identity {
  const saved = readSaved(env);
  const url = (urlFlag ?? env.LEASHLINE_URL ?? saved?.url ?? `http://localhost:${env.LEASHLINE_PORT ?? 8080}`).replace(/\/$/, "");
  if (env.LEASHLINE_API_KEY) return { url, headers: bearer(env.LEASHLINE_API_KEY), from: "LEASHLINE_API_KEY" };
  if (env.LEASHLINE_SESSION) return { url, headers: bearer(env.LEASHLINE_SESSION), from: "LEASHLINE_SESSION" };
  if (saved && saved.url === url) return { url, headers: bearer(saved.token), from: "login" };
  return { url, headers: {}, from: "nobody" };
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

function readSaved(env: NodeJS.ProcessEnv): Saved | undefined {
  try {
    return JSON.parse(readFileSync(sessionFile(env), "utf8")) as Saved;
  } catch {
    return undefined;
  }
}

export function save(env: NodeJS.ProcessEnv, saved: Saved): void {
  const file = sessionFile(env);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(saved), { mode: 0o600 });
}

export function forget(env: NodeJS.ProcessEnv): void {
  rmSync(sessionFile(env), { force: true });
}
