import { afterSignIn, type Intent } from "../../../../app/session/after-sign-in.ts";
import type { SessionInfo } from "../../../../app/session/session.ts";
import { chosenIds } from "../../../../ui/links/chosen.ts";
import { carryIds } from "../../../../ui/links/ids.ts";
import { forgetTyped } from "./typed.ts";

/** Domains of ours beside the current host, to which a return address may lead. */
const PRODUCT_DOMAINS = ["leashline.com"];

export const intentOf = (query: URLSearchParams): Intent => {
  const plan = query.get("plan");
  const redirect = query.get("redirect");
  const inviteCode = query.get("inviteCode");
  return {
    ...(inviteCode && { inviteCode }),
    ...(redirect && { redirect }),
    ...(query.get("origin") === "pricing" && (plan === "free" || plan === "paid") && { plan }),
  };
};

/** Where to go now that the session is known (core §2). Absolute addresses leave the application. */
export const destination = (info: SessionInfo | undefined, query: URLSearchParams): string => {
  const who = {
    ...(info && { account: { id: info.account.id } }),
    ...(info?.employeeCategory !== undefined && { employeeCategory: info.employeeCategory }),
    hasCompany: (info?.businesses.length ?? 0) > 0,
    ...(info?.enterpriseMember && { enterpriseMember: true }),
  };
  const target = afterSignIn(who, intentOf(query), { current: window.location.host, product: PRODUCT_DOMAINS });
  if (/^https?:/.test(target)) return target;
  const [path = "/", search = ""] = target.split("?", 2);
  return `${path}${carryIds(path, search && `?${search}`, chosenIds())}`;
};

export const arrive = (
  info: SessionInfo | undefined,
  query: URLSearchParams,
  navigate: (to: string, options: { replace: boolean }) => unknown,
): void => {
  forgetTyped();
  const target = destination(info, query);
  if (/^https?:/.test(target)) window.location.assign(target);
  else void navigate(target, { replace: true });
};
