import { TransportProvider } from "@connectrpc/connect-query";
import { ThemeProvider } from "@mui/material/styles";
import { QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { queryClient } from "../../app/calls/query-client.ts";
import { transport } from "../../app/calls/transport.ts";
import { useOverlays } from "../../ui/feedback/overlays.ts";
import { beside } from "../../ui/page/beside.tsx";
import { theme } from "../../ui/theme/theme.ts";

const Overlays = beside(() => import("../../ui/feedback/Overlays.tsx"));

/** What the application has around every page, for the steps that are made of its parts. */
export const Around = ({ children }: { children: ReactNode }) => {
  const overlays = useOverlays((state) => state.wanted);
  return (
    <ThemeProvider theme={theme} defaultMode="system" modeStorageKey="leashline-mode" disableTransitionOnChange>
      <TransportProvider transport={transport}>
        <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
      </TransportProvider>
      {overlays && <Overlays />}
    </ThemeProvider>
  );
};
