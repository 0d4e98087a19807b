import { TransportProvider } from "@connectrpc/connect-query";
import { QueryClientProvider } from "@tanstack/react-query";
import { lazy, Suspense, useCallback, useEffect, useSyncExternalStore } from "react";
import { Outlet, useLocation, useNavigate, useRevalidator } from "react-router";
import { WhomToAsk } from "../ui/feedback/ErrorState.tsx";
import { wantOverlays } from "../ui/feedback/overlays.ts";
import { dirtyForms, setReleased } from "../ui/form/guarded.ts";
import { queryClient } from "./calls/query-client.ts";
import { transport, whenSignedOut } from "./calls/transport.ts";
import { signInFor } from "./routes/guards.ts";
import { clearSession, signedIn, useSession } from "./session/session.ts";
import { listenToTabs, refreshSession } from "./session/session-api.ts";
import { sessionEnded, setSessionEnded, useSessionEnded } from "./session/session-ended.ts";
import { forgetDay, HANDED_OVER } from "./session/session-note.ts";

const AskOwner = lazy(() => import("./routes/AskOwner.tsx").then((module) => ({ default: module.AskOwner })));
// Whoever is signed out can save nothing any more: nothing is asked about unsaved words.
useSession.subscribe(({ status }) => setReleased(status === "out"));

const Covers = lazy(() => import("./session/SignInAgain.tsx"));

/** A form that is being saved is dirty again only when its refusal has come back to it. */
const SETTLE_MS = 120;

/** When the session ends here or in another tab, the page asks to sign in and comes back afterwards; unsaved words are not thrown away for it. */
const useSessionEnd = (): (() => void) => {
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const leave = useCallback(() => {
    setSessionEnded(false);
    clearSession();
    forgetDay();
    queryClient.clear();
    void navigate(signInFor({ pathname, search, hash }));
  }, [navigate, pathname, search, hash]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const isDecided = () => useSession.getState().status !== "in" || sessionEnded();
    const decide = async () => {
      timer = undefined;
      // An answer that was under way while somebody signed in again says nothing of the session there is by now.
      if (isDecided() || (await refreshSession()) || isDecided()) return;
      if (dirtyForms().length > 0) setSessionEnded(true);
      else leave();
    };
    whenSignedOut(() => {
      timer ??= setTimeout(() => void decide(), SETTLE_MS);
    });
    const stop = listenToTabs(
      () => void revalidate(),
      () => dirtyForms().length > 0,
    );
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [revalidate, leave]);
  return leave;
};

/** Before a business is chosen there is no owner to name. */
const whomToAsk = (what: string) =>
  signedIn()?.business && (
    <Suspense>
      <AskOwner what={what} />
    </Suspense>
  );

const onStorage = (heard: () => void) => {
  window.addEventListener("storage", heard);
  return () => window.removeEventListener("storage", heard);
};
const handedOver = (): string | null => {
  try {
    return localStorage.getItem(HANDED_OVER);
  } catch {
    return null;
  }
};

/** Around every page that talks to the server. */
const Inside = () => {
  const leave = useSessionEnd();
  const { ended } = useSessionEnded();
  const held = useSyncExternalStore(onStorage, handedOver);
  const isHeld = useSession((state) => state.status === "in" && held?.startsWith(`${state.account.id} `));
  useEffect(() => {
    const timer = setTimeout(wantOverlays, 3_000);
    return () => clearTimeout(timer);
  }, []);
  return (
    <TransportProvider transport={transport}>
      <QueryClientProvider client={queryClient}>
        <WhomToAsk value={whomToAsk}>
          {held && isHeld ? (
            <Suspense>
              <Covers held={held} onLeave={leave} />
            </Suspense>
          ) : (
            <Outlet />
          )}
        </WhomToAsk>
        <Suspense>{ended && <Covers onLeave={leave} />}</Suspense>
      </QueryClientProvider>
    </TransportProvider>
  );
};

export default Inside;
