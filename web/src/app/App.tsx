import CssBaseline from "@mui/material/CssBaseline";
import { ThemeProvider } from "@mui/material/styles";
import { RouterProvider } from "react-router/dom";
import { useOverlays } from "../ui/feedback/overlays.ts";
import { beside } from "../ui/page/beside.tsx";
import { theme } from "../ui/theme/theme.ts";
import { router } from "./routes/router.tsx";

const Overlays = beside(() => import("../ui/feedback/Overlays.tsx"));

/** What every page needs. The calls and caches of the pages behind sign-in come with Inside. */
export const App = () => {
  const overlays = useOverlays((state) => state.wanted);
  return (
    <ThemeProvider theme={theme} defaultMode="system" modeStorageKey="leashline-mode" disableTransitionOnChange>
      <CssBaseline />
      <RouterProvider router={router} />
      {overlays && <Overlays />}
    </ThemeProvider>
  );
};
