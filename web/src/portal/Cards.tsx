import { useMutation } from "@connectrpc/connect-query";
import type { PortalCard, PortalFile } from "@leashline/proto/leashline/online_booking/v1/portal_file_pb.js";
import { PortalService } from "@leashline/proto/leashline/online_booking/v1/portal_pb.js";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { messageOf } from "../ui/feedback/call-errors.ts";
import { row } from "./file.ts";
import type { Session } from "./Home.tsx";
import { Part } from "./Part.tsx";
import { Sure } from "./sure/Sure.tsx";

/** What they pay with; one more is left on the page for it. */
export const Cards = ({ session, file, onChanged }: { session: Session; file: PortalFile; onChanged: () => void }) => (
  <Part title="Cards">
    {file.cards.map((card) => (
      <CardRow key={card.cardId} session={session} card={card} onRemoved={onChanged} />
    ))}
    {file.cards.length === 0 && <Typography color="textSecondary">No card on file.</Typography>}
    {file.cardUrl !== "" && (
      <Button href={file.cardUrl} variant="outlined" sx={{ minHeight: 44 }}>
        Add a card
      </Button>
    )}
  </Part>
);

const CardRow = ({ session, card, onRemoved }: { session: Session; card: PortalCard; onRemoved: () => void }) => {
  const [asking, setAsking] = useState(false);
  const removing = useMutation(PortalService.method.removePortalCard, { meta: { quiet: true }, onSuccess: onRemoved });
  const { cardId, brand, last4, expMonth, expYear, isValid } = card;
  const name = `${brand.charAt(0).toUpperCase()}${brand.slice(1)} ending in ${last4}`;
  return (
    <Box sx={{ ...row, display: "grid", gap: 1 }}>
      <Box sx={{ display: "flex", alignItems: "center", gap: 1 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography variant="subtitle1">{name}</Typography>
          <Typography color="textSecondary">
            {isValid ? "Good until" : "Expired"} {String(expMonth).padStart(2, "0")}/{expYear}
          </Typography>
        </Box>
        {!asking && (
          <Button onClick={() => setAsking(true)} aria-label={`Remove ${name}`} sx={{ minHeight: 44 }}>
            Remove
          </Button>
        )}
      </Box>
      {removing.error && <Alert severity="error">{messageOf(removing.error)}</Alert>}
      {asking && (
        <Sure
          yes="Yes, remove it"
          no="Keep it"
          isPending={removing.isPending}
          onYes={() => removing.mutate({ session, cardId })}
          onNo={() => setAsking(false)}
        />
      )}
    </Box>
  );
};
