import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import CircularProgress from "@mui/material/CircularProgress";
import Typography from "@mui/material/Typography";
import { createPortal } from "react-dom";
import { messageOf } from "../../../../ui/feedback/call-errors.ts";

type Props = {
  title: string;
  text: string;
  /** Why it could not be canceled. */
  refused: Error | null;
  /** It cannot be seen how far it is. */
  blind: boolean;
  canceling: boolean;
  onCancel: () => void;
  footer: HTMLElement | null;
};

/** A card is waited for at the counter, until it is charged or somebody cancels. */
export const CardWait = ({ title, text, refused, blind, canceling, onCancel, footer }: Props) => (
  <Box component="section" aria-label="Payment" sx={{ display: "grid", gap: 1.5 }}>
    <Box role="status" sx={{ display: "flex", alignItems: "center", gap: 1.5 }}>
      <CircularProgress size={22} aria-hidden />
      <Box>
        <Typography variant="subtitle1">{title}</Typography>
        <Typography color="textSecondary">{text}</Typography>
      </Box>
    </Box>
    {refused ? (
      <Alert severity="error">{messageOf(refused)}</Alert>
    ) : (
      blind && <Alert severity="warning">We cannot see the card reader right now. We keep asking how the payment stands.</Alert>
    )}
    {footer &&
      createPortal(
        <Button size="large" fullWidth loading={canceling} onClick={onCancel}>
          Cancel the card payment
        </Button>,
        footer,
      )}
  </Box>
);
