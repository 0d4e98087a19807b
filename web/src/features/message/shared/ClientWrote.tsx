import { useQuery } from "@connectrpc/connect-query";
import { AutoMessageService } from "@leashline/proto/leashline/message/v1/auto_message_service_pb.js";
import Alert from "@mui/material/Alert";
import Typography from "@mui/material/Typography";
import { pathTo } from "../../../app/routes/paths.ts";
import { useCan } from "../../../app/session/session.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { TextLink } from "../../../ui/links/Link.tsx";

type Props = { appointmentId: string; customerId: string; name: string };

/** What the client last wrote on the appointment's own page, such as a change they ask for; nothing where they wrote nothing. */
export const ClientWrote = ({ appointmentId, customerId, name }: Props) => {
  const format = useFormat();
  const may = useCan("viewMessageCenter");
  const asked = { enabled: may, retry: false, meta: { quiet: true } };
  const { data } = useQuery(AutoMessageService.method.listSentAutoMessages, { appointmentIds: [appointmentId] }, asked);
  const last = data?.written[0];
  if (!last?.messageText) return null;
  return (
    <Alert severity="info" role="status" sx={{ mx: 2.25, mt: 1 }}>
      <Typography variant="subtitle2">
        {name} wrote {format.agoWithin(last.createTime)}
      </Typography>
      <Typography sx={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>{last.messageText}</Typography>
      <TextLink to={pathTo("/message", {}, { customerId })}>Answer</TextLink>
    </Alert>
  );
};
