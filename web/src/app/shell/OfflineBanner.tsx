import Box from "@mui/material/Box";
import { useMatches } from "react-router";
import { Icon } from "../../ui/icons.tsx";
import { useLive } from "../live/live.ts";
import type { Handle } from "../routes/router.tsx";

/** Says when this page no longer hears of changes, and that nothing typed is lost. */
export const OfflineBanner = () => {
  const { broken, online } = useLive();
  const keeps = (useMatches().at(-1)?.handle as Handle | undefined)?.route?.offline;
  if (online && !broken) return null;
  return (
    <Box
      role="status"
      sx={{
        display: "flex",
        alignItems: "center",
        justifyContent: "center",
        gap: 1,
        px: 2,
        py: 0.75,
        bgcolor: "tone.warn.soft",
        color: "tone.warn.main",
        fontWeight: 550,
      }}
    >
      <Icon name="offline" sx={{ width: 17, height: 17 }} />
      {online
        ? "Connection lost. Reconnecting. Other people's changes show once it is back."
        : `You are offline. What you see may be old${keeps ? "." : "; saving works again when the connection is back."}`}
    </Box>
  );
};
