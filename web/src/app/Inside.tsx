import { TransportProvider } from "@connectrpc/connect-query";
import { QueryClientProvider } from "@tanstack/react-query";
import { lazy, Suspense, useCallback, useEffect, useRef, useSyncExternalStore } from "react";
import { Outlet, useLocation, useNavigate, useRevalidator } from "react-router";
import { WhomToAsk } from "../ui/feedback/ErrorState.tsx";
import { wantOverlays } from "../ui/feedback/overlays.ts";
import { dirtyForms, setReleased } from "../ui/form/guarded.ts";
import { beside } from "../ui/page/beside.tsx";
import { queryClient } from "./calls/query-client.ts";
import { transport, whenSignedOut } from "./calls/transport.ts";
import { signInFor } from "./routes/guards.ts";
import { clearSession, signedIn, useSession } from "./session/session.ts";
import { listenToTabs, refreshSession } from "./session/session-api.ts";
import { sessionEnded, setSessionEnded, useSessionEnded } from "./session/session-ended.ts";
import { forgetNames, handedOver, heldRecord, isHandedOver } from "./session/session-note.ts";

const AskOwner = lazy(() => import("./routes/AskOwner.tsx").then((module) => ({ default: module.AskOwner })));
// Whoever is signed out can save nothing any more: nothing is asked about unsaved words.
useSession.subscribe(({ status }) => setReleased(status === "out"));

const Covers = lazy(() => import("./session/SignInAgain.tsx"));
// What is typed beneath it stays, also where it cannot be fetched at once.
const AskToSignIn = beside(() => import("./session/SignInAgain.tsx"));

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
    forgetNames();
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

/** When the note may be another: a page that the browser kept asleep heard nothing of it. */
const TURNS = ["storage", "pageshow", "visibilitychange", "focus"];
const onTurn = (heard: () => void) => {
  for (const turn of TURNS) window.addEventListener(turn, heard);
  return () => {
    for (const turn of TURNS) window.removeEventListener(turn, heard);
  };
};

/** Around every page that talks to the server. */
const Inside = () => {
  const leave = useSessionEnd();
  const { ended } = useSessionEnded();
  const held = useSyncExternalStore(onTurn, handedOver);
  const accountId = useSession((state) => (state.status === "in" ? state.account.id : undefined));
  // Signed out while it is held, nothing shows until signing in does.
  const covered = useRef(false);
  if (accountId) covered.current = isHandedOver(accountId);
  useEffect(() => {
    const timer = setTimeout(wantOverlays, 3_000);
    return () => clearTimeout(timer);
  }, []);
  return (
    <TransportProvider transport={transport}>
      <QueryClientProvider client={queryClient}>
        <WhomToAsk value={whomToAsk}>
          {!covered.current && <Outlet />}
          <Suspense>{covered.current && accountId && held && <Covers recordId={heldRecord()} onLeave={leave} />}</Suspense>
        </WhomToAsk>
        {ended && <AskToSignIn onLeave={leave} />}
      </QueryClientProvider>
    </TransportProvider>
  );
};

export default Inside;
