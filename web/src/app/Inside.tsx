import { TransportProvider } from "@connectrpc/connect-query";
import { QueryClientProvider } from "@tanstack/react-query";
import { useEffect } from "react";
import { Outlet, useLocation, useNavigate, useRevalidator } from "react-router";
import { signInFor } from "./guards.ts";
import { wantOverlays } from "./overlays.ts";
import { queryClient } from "./query-client.ts";
import { clearSession, useSession } from "./session.ts";
import { listenToTabs } from "./session-api.ts";
import { transport, whenSignedOut } from "./transport.ts";

/** When the session ends here or in another tab, the page asks to sign in and comes back afterwards. */
const useSessionEnd = (): void => {
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  useEffect(() => {
    whenSignedOut(() => {
      if (useSession.getState().status !== "in") return;
      clearSession();
      queryClient.clear();
      void navigate(signInFor({ pathname, search, hash }));
    });
    return listenToTabs(() => void revalidate());
  }, [revalidate, navigate, pathname, search, hash]);
};

/** Around every page that talks to the server. */
const Inside = () => {
  useSessionEnd();
  useEffect(() => {
    const timer = setTimeout(wantOverlays, 3_000);
    return () => clearTimeout(timer);
  }, []);
  return (
    <TransportProvider transport={transport}>
      <QueryClientProvider client={queryClient}>
        <Outlet />
      </QueryClientProvider>
    </TransportProvider>
  );
};

export default Inside;
