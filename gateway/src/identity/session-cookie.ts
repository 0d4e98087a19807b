import { sessionCookieName } from "./credential.ts";

/** Set-Cookie for what the account service answers in x-leashline-set-session: "<token>;<seconds>". Seconds 0 clears it. */
export function sessionCookieHeader(setSession: string, secure: boolean): string {
  const cut = setSession.lastIndexOf(";");
  const token = cut < 0 ? setSession : setSession.slice(0, cut);
  const seconds = cut < 0 ? 0 : Number(setSession.slice(cut + 1));
  const usable = /^[A-Za-z0-9._~-]+$/.test(token) && Number.isInteger(seconds) && seconds > 0;
  return cookie(usable ? token : "", usable ? seconds : 0, secure);
}

export const clearedCookie = (secure: boolean): string => cookie("", 0, secure);

function cookie(token: string, seconds: number, secure: boolean): string {
  return `${sessionCookieName(secure)}=${token}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
}
