import { pathTo } from "../routes/paths.ts";
import { isOwner } from "./permissions.ts";

/** What is known once an account has signed in; decides where it goes (core §2 "Post-login redirect"). */
export type SignedIn = {
  account?: { id: string };
  /** Undefined for an account that is nobody's staff. */
  employeeCategory?: number;
  hasCompany: boolean;
  enterpriseMember?: boolean;
};

export type Intent = {
  inviteCode?: string;
  /** Address to return to, absolute or from the root. */
  redirect?: string;
  /** Came from the pricing page, having chosen this plan. */
  plan?: "free" | "paid";
};

export type Hosts = { current: string; product: readonly string[] };

export const HOME = "/home";
export const SIGN_IN = "/sign_in";
export const ONBOARDING = "/business/new-company";
export const ENTERPRISE = "/account?product=enterprise";
const PLAN = { free: "/select-plan?plan=free", paid: "/purchase" } as const;

const sameOrSub = (host: string, domain: string): boolean => host === domain || host.endsWith(`.${domain}`);

/** An address is honoured only if its host is the current one or a product domain; then it is returned ready to use. */
export const honoured = (redirect: string | undefined, hosts: Hosts): string | undefined => {
  if (!redirect) return undefined;
  let url: URL;
  try {
    url = new URL(redirect, `https://${hosts.current}`);
  } catch {
    return undefined;
  }
  if (url.protocol !== "https:" && url.protocol !== "http:") return undefined;
  if (url.username || url.password) return undefined;
  // Two slashes at the front of a path would name another host once it is followed.
  if (/^[/\\]{2}/.test(url.pathname)) return undefined;
  if (url.host === hosts.current) return `${url.pathname}${url.search}${url.hash}`;
  return hosts.product.some((domain) => sameOrSub(url.hostname, domain)) ? url.href : undefined;
};

export const afterSignIn = (who: SignedIn, intent: Intent, hosts: Hosts): string => {
  if (intent.inviteCode && who.account) return pathTo("/invite/:inviteCode/:action?", { inviteCode: intent.inviteCode, action: "accept" });
  if (!who.account) return SIGN_IN;
  if (who.employeeCategory === undefined) {
    if (who.enterpriseMember) return ENTERPRISE;
    return honouredForNewcomer(intent, hosts) ?? ONBOARDING;
  }
  if (isOwner(who.employeeCategory)) {
    if (!who.hasCompany) return ONBOARDING;
    if (intent.plan) return PLAN[intent.plan];
  }
  return honoured(intent.redirect, hosts) ?? HOME;
};

/** Somebody without a company may still return to a page that needs none. */
const honouredForNewcomer = (intent: Intent, hosts: Hosts): string | undefined => {
  const target = honoured(intent.redirect, hosts);
  return target && /^\/(account|profile|business\/new|invite\/)/.test(target) ? target : undefined;
};
