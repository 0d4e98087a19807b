import { createBrowserRouter, type LoaderFunctionArgs, type RouteObject, redirect, replace } from "react-router";
import { readIds, signInWithoutIds, withoutParam } from "../../ui/links/ids.ts";
import { useSession } from "../session/session.ts";
import { maybeSignedIn } from "../session/session-note.ts";
import { decide, signInFor, startAt } from "./guards.ts";
import { namesNothing, withoutLetters } from "./numbers.ts";
import { Root, RouteError, Waiting } from "./Root.tsx";
import type { AppRoute } from "./route-types.ts";
import { pathOf, routes } from "./routes.ts";

export type Handle = { title: string; route: AppRoute };

const sessions = () => import("../session/session-api.ts");

type Shown = "screen" | "noAccess";

/** Where an address that was replaced leads to; that one may lead on once more before anything is shown. */
let replacing = "";

/**
 * Leads on to another address. Where the browser stands at the one that leads on already (it was typed, loaded again or gone back to), that one is
 * replaced: kept in the history, it would send whoever goes back forward again, for ever.
 */
const leadTo = (url: URL, to: string): Response => {
  if (url.href !== window.location.href.split("#")[0] && url.href !== replacing) return redirect(to);
  replacing = new URL(to, url).href;
  return replace(to);
};
const shown = (what: Shown): Shown => {
  replacing = "";
  return what;
};

const autoSignIn = async (url: URL): Promise<Response | undefined> => {
  const token = url.searchParams.get("token");
  if (!token) return undefined;
  const clean = withoutParam(url.pathname, url.search, "token");
  const cleanUrl = new URL(clean, url);
  const { signInByToken } = await sessions();
  return leadTo(url, (await signInByToken(token)) ? clean : signInFor({ pathname: cleanUrl.pathname, search: cleanUrl.search }));
};

const guard =
  (route: AppRoute) =>
  async ({ request, params }: LoaderFunctionArgs): Promise<Shown | Response> => {
    const url = new URL(request.url);
    const clean = signInWithoutIds(url.pathname, url.search) ?? withoutLetters(url.pathname, url.search);
    if (clean) return leadTo(url, clean);
    if (route.tier === "anonymous") return shown("screen");
    const signedInByToken = await autoSignIn(url);
    if (signedInByToken) return signedInByToken;
    const { ensureSession } = await sessions();
    await ensureSession(readIds(url.search), route.offline);
    const decision = decide(route, useSession.getState(), { pathname: url.pathname, search: url.search });
    if ("go" in decision) return leadTo(url, decision.go);
    if (decision.show === "screen" && namesNothing(params)) throw new Response(null, { status: 404 });
    return shown(decision.show);
  };

/** A row without a screen of its own leads to the nearest one, with the same query and the parameters both paths know. */
const substitute =
  (to: string) =>
  ({ request, params }: LoaderFunctionArgs): Response => {
    const url = new URL(request.url);
    const path = to.replace(/:(\w+)\??/g, (_, name: string) => encodeURIComponent(params[name] ?? "")).replace(/\/+$/, "");
    return leadTo(url, `${path}${path.includes("?") ? url.search.replace("?", "&") : url.search}`);
  };

const lazyScreen = (route: AppRoute) => async () => {
  if (route.light && route.load) return { Component: (await route.load()).default };
  const [{ screenFor }, screen] = await Promise.all([import("./Screen.tsx"), route.load?.()]);
  return { Component: screenFor(screen?.default) };
};

const asRoute = (route: AppRoute): RouteObject => ({
  path: pathOf(route),
  handle: { title: route.title, route } satisfies Handle,
  loader: route.to ? substitute(route.to) : guard(route),
  ...(!route.to && { lazy: lazyScreen(route) }),
});

const light = routes.filter((route) => route.light || route.to);
const inShell = routes.filter((route) => route.tier === "business" && !route.bare && !light.includes(route));
const outside = routes.filter((route) => !light.includes(route) && !inShell.includes(route));

const frame = (part: "NowhereInside" | "NowhereShell") => async () => ({ Component: (await import("./NowhereFrame.tsx"))[part] });

/** An address that leads nowhere, with the navigation around it for whoever works here. */
const nowhere: RouteObject = {
  lazy: frame("NowhereInside"),
  children: [
    {
      lazy: frame("NowhereShell"),
      children: [
        {
          path: "*",
          handle: { title: "Not found" },
          loader: async () => {
            if (maybeSignedIn()) await (await sessions()).ensureSession({});
            return null;
          },
          lazy: async () => ({ Component: (await import("./NotFound.tsx")).default }),
        },
      ],
    },
  ],
};

export const router = createBrowserRouter([
  {
    path: "/",
    element: <Root />,
    errorElement: <RouteError />,
    hydrateFallbackElement: <Waiting />,
    children: [
      {
        index: true,
        loader: ({ request }) => {
          const url = new URL(request.url);
          return leadTo(url, startAt(maybeSignedIn(), url.search));
        },
      },
      ...light.map(asRoute),
      {
        lazy: async () => ({ Component: (await import("../Inside.tsx")).default }),
        errorElement: <RouteError />,
        children: [
          ...outside.map(asRoute),
          {
            lazy: async () => ({ Component: (await import("../shell/AppShell.tsx")).default }),
            children: [{ errorElement: <RouteError />, children: inShell.map(asRoute) }],
          },
        ],
      },
      nowhere,
    ],
  },
]);
