import { type WebhookDelivery, WebhookDeliveryState } from "@leashline/proto/leashline/account/v1/webhook_pb.js";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { plural } from "../../../ui/format/text.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { SideDrawer } from "../../../ui/page/SideDrawer.tsx";
import { Chip, pretty } from "./DeliveryChip.tsx";

/** One delivery: what was sent, how often, and what came back. */
export const DeliveryDrawer = ({ delivery, onClose }: { delivery: WebhookDelivery; onClose: () => void }) => {
  const format = useFormat();
  return (
    <SideDrawer open title={delivery.eventType} width={560} onClose={onClose}>
      <Box sx={{ display: "grid", gap: 1.5, p: 2.25 }}>
        <Box sx={{ display: "flex", gap: 1, alignItems: "center" }}>
          <Chip of={delivery} />
          <Typography color="textSecondary">
            {plural(delivery.attempts, "try", "tries")} · {delivery.lastStatus ? `answered ${delivery.lastStatus}` : "no answer yet"}
          </Typography>
        </Box>
        {delivery.nextAttemptTime && delivery.state === WebhookDeliveryState.PENDING && (
          <Typography>Next try {format.instant(delivery.nextAttemptTime)}</Typography>
        )}
        {delivery.lastResponse && <Typography color="textSecondary">{delivery.lastResponse}</Typography>}
        <Typography variant="subtitle2">Message {delivery.messageId}</Typography>
        <Box
          component="pre"
          tabIndex={0}
          sx={{ m: 0, p: 1.5, overflow: "auto", bgcolor: "lineSoft", borderRadius: "8px", fontSize: "0.9rem" }}
        >
          {pretty(delivery.payload)}
        </Box>
      </Box>
    </SideDrawer>
  );
};
