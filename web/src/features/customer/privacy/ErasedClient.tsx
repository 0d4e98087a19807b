import type { Client } from "@leashline/proto/leashline/customer/v1/client_pb.js";
import Card from "@mui/material/Card";
import Typography from "@mui/material/Typography";
import { useCan } from "../../../app/session/session.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { TextLink } from "../../../ui/links/Link.tsx";

/** In place of everything about a client who was erased: that it is so, and since when. */
export const ErasedClient = ({ client }: { client: Client }) => {
  const format = useFormat();
  const canErase = useCan("deleteClient");
  return (
    <Card component="section" aria-label="Erased client" sx={{ p: 2, maxWidth: 720 }}>
      <Typography>
        This client was erased{client.eraseTime && ` on ${format.instant(client.eraseTime)}`}. Their name, contact data and pets are gone
        for good; visits and payments stay in your reports without a name.
      </Typography>
      {canErase && (
        <Typography sx={{ mt: 1 }}>
          <TextLink to="/client/privacy">Privacy requests</TextLink>
        </Typography>
      )}
    </Card>
  );
};
