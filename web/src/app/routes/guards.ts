import { type Chosen, COMPANY, carryIds, readIds, returnUrl } from "../../ui/links/ids.ts";
import { HOME, SIGN_IN } from "../session/after-sign-in.ts";
import { opens } from "../session/permissions.ts";
import type { SessionState } from "../session/session.ts";
import { pathTo } from "./paths.ts";
import type { AppRoute } from "./route-types.ts";

export type Decision = { show: "screen" | "noAccess" } | { go: string };

export type Place = { pathname: string; search: string; hash?: string };

export const signInFor = (place: Place): string => {
  const back = returnUrl(place.pathname, place.search, place.hash);
  return back === "/" || back === "/logout" ? "/sign_in" : pathTo("/sign_in", {}, { redirect: back });
};

/** Where the bare address leads: home, or to signing in for somebody who was not here before (core §2). */
export const startAt = (known: boolean, search: string): string => `${known ? HOME : SIGN_IN}${search}`;

/** Where a page that is asked for leads, given who asks (core §2 "Routes", §6). Anonymous and exempt pages are always shown. */
export const decide = (route: AppRoute, session: SessionState, place: Place): Decision => {
  if (route.tier === "anonymous" || (route.exempt && session.status !== "in" && route.tier !== "account")) return { show: "screen" };
  if (session.status !== "in") return { go: signInFor(place) };
  if (route.tier === "account" || route.exempt) return { show: "screen" };
  if (!session.business)
    return {
      go:
        session.businesses.length > 0
          ? pathTo("/account", {}, { redirect: returnUrl(place.pathname, place.search) })
          : "/business/new-company",
    };
  const chosen: Chosen = { companyId: session.business.companyId, businessId: session.business.id };
  const found = readIds(place.search);
  if (found.companyId !== chosen.companyId || found.businessId !== chosen.businessId || !place.search.includes(COMPANY)) {
    return { go: `${place.pathname}${carryIds(place.pathname, place.search, chosen)}${place.hash ?? ""}` };
  }
  return { show: opens(route, session) ? "screen" : "noAccess" };
};
