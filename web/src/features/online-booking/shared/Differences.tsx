import { useMutation, useQuery } from "@connectrpc/connect-query";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import type { BookingRequest } from "@leashline/proto/leashline/online_booking/v1/booking_request_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useQueryClient } from "@tanstack/react-query";
import { refreshDomains } from "../../../app/calls/refresh.ts";
import { pathTo } from "../../../app/routes/paths.ts";
import { useCan } from "../../../app/session/session.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { TextLink } from "../../../ui/links/Link.tsx";
import { type Difference, differences } from "./differences.ts";

const paths = { firstName: "first_name", lastName: "last_name", phoneNumber: "phone_number", email: "email" } as const;

/** What the client gave online and we have otherwise. Nothing of it is taken over before somebody presses Apply. */
export const Differences = ({ request: { customerId, customer } }: { request: BookingRequest }) => {
  const format = useFormat();
  const mayEdit = useCan("editClient");
  const mayLook = useCan("viewClientList");
  const queries = useQueryClient();
  const client = useQuery(ClientService.method.getClient, { customerId }, { enabled: mayLook, meta: { quiet: true } }).data?.client;
  const update = useMutation(ClientService.method.updateClient, {
    meta: { success: "Client saved" },
    onSettled: () => refreshDomains(queries, "customer"),
  });
  const shown = client && customer ? differences(customer, client, format.phone) : [];
  if (!client || shown.length === 0) return null;
  const apply = ({ field }: Difference) => {
    const change = { [field]: customer?.[field].trim() ?? "" };
    update.mutate({ customerId, version: client.version, client: change, updateMask: { paths: [paths[field]] } });
  };
  return (
    <Box
      role="group"
      aria-label="Given online, and on file"
      sx={{ p: 1.25, borderRadius: 1, bgcolor: "tone.warn.soft", display: "grid", gap: 0.75 }}
    >
      <Typography variant="subtitle2">
        Given online, but not what we have of{" "}
        <TextLink to={pathTo("/client/:customerId", { customerId })}>{client.firstName || "this client"}</TextLink>
      </Typography>
      {shown.map((one) => (
        <Box key={one.field} sx={{ display: "flex", gap: 1, alignItems: "center", flexWrap: "wrap" }}>
          <Typography sx={{ flex: 1, minWidth: 180, overflowWrap: "anywhere" }}>
            {one.label}: <strong>{one.given}</strong> <span>(on file: {one.known || "none"})</span>
          </Typography>
          {mayEdit && (
            <Button size="small" onClick={() => apply(one)} disabled={update.isPending} aria-label={`Apply ${one.label.toLowerCase()}`}>
              Apply
            </Button>
          )}
        </Box>
      ))}
    </Box>
  );
};
