import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { createContext, type ReactNode, useContext } from "react";
import { Icon } from "../icons.tsx";
import { isRefused, messageOf } from "./call-errors.ts";
import { lossless } from "./errors.ts";

type Props = { error: unknown; onRetry?: () => void; what?: string; compact?: boolean };

/** Whom to ask for what a role does not open. Nothing where nobody could be named. */
export const WhomToAsk = createContext<(what: string) => ReactNode>(() => null);

/** What happened and what to do; for want of a right, whom to ask. */
export const ErrorState = (props: Props) => {
  const whomToAsk = useContext(WhomToAsk);
  const ask = isRefused(props.error) && whomToAsk(props.compact ? "this part of the page" : "this page");
  return ask || <Failed {...props} />;
};

/** What happened, that nothing was lost, and what to do. */
const Failed = ({ error, onRetry, what = "This could not be loaded", compact = false }: Props) => (
  <Box
    role="alert"
    sx={{
      display: "grid",
      alignContent: "start",
      justifyItems: "center",
      textAlign: "center",
      px: 3,
      py: compact ? 3 : 8,
      maxWidth: 460,
      mx: "auto",
    }}
  >
    <Box sx={{ color: "warning.main", mb: 1 }}>
      <Icon name="warning" sx={{ width: 26, height: 26 }} />
    </Box>
    <Typography variant={compact ? "subtitle2" : "h2"} component="h2">
      {what}
    </Typography>
    <Typography color="textSecondary" sx={{ mt: 0.5 }}>
      {lossless(messageOf(error))}
    </Typography>
    {onRetry && (
      <Button onClick={onRetry} sx={{ mt: 2 }}>
        Try again
      </Button>
    )}
  </Box>
);
