import { useMutation } from "@connectrpc/connect-query";
import type { BookingRequest } from "@leashline/proto/leashline/online_booking/v1/booking_request_pb.js";
import {
  type ClientChange,
  ClientChangesService,
  type ClientPetsDiff,
} from "@leashline/proto/leashline/online_booking/v1/client_changes_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useQueryClient } from "@tanstack/react-query";
import { refreshDomains } from "../../../app/calls/refresh.ts";
import { pathTo } from "../../../app/routes/paths.ts";
import { useCan } from "../../../app/session/session.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { TextLink } from "../../../ui/links/Link.tsx";

type DifferencesProps = { request: BookingRequest; diff: ClientPetsDiff };

/** What the client gave online and we have otherwise. Nothing of it is taken over before somebody presses Apply. */
export const Differences = ({ request: { id, customerId, customer }, diff: { changes } }: DifferencesProps) => {
  const format = useFormat();
  const mayManage = useCan("manageBookingRequests");
  const mayEdit = useCan("editClient") && mayManage;
  const queries = useQueryClient();
  const apply = useMutation(ClientChangesService.method.applyClientPets, {
    meta: { success: "Client saved" },
    onSettled: () => refreshDomains(queries, "customer", "online_booking"),
  });
  if (changes.length === 0) return null;
  const inWords = ({ key }: ClientChange, value: string): string => (key === "customer.phoneNumber" ? format.phone(value) : value);
  return (
    <Box role="group" aria-label="What changed" sx={{ p: 1.25, borderRadius: 1, bgcolor: "tone.warn.soft", display: "grid", gap: 0.75 }}>
      <Typography variant="subtitle2">
        Given online, but not what we have of{" "}
        <TextLink to={pathTo("/client/:customerId", { customerId })}>{customer?.firstName || "this client"}</TextLink>
      </Typography>
      {changes.map((one) => (
        <Box key={one.key} sx={{ display: "flex", gap: 1, alignItems: "center", flexWrap: "wrap" }}>
          <Typography sx={{ flex: 1, minWidth: 180, overflowWrap: "anywhere" }}>
            {one.label}: <strong>{inWords(one, one.given)}</strong> <span>(on file: {inWords(one, one.known) || "none"})</span>
          </Typography>
          {mayEdit && (
            <Button
              size="small"
              onClick={() => apply.mutate({ id, keys: [one.key] })}
              disabled={apply.isPending}
              aria-label={`Apply ${one.label.toLowerCase()}`}
            >
              Apply
            </Button>
          )}
        </Box>
      ))}
      {mayEdit && changes.length > 1 && (
        <Button
          size="small"
          sx={{ justifySelf: "end" }}
          onClick={() => apply.mutate({ id, keys: changes.map(({ key }) => key) })}
          disabled={apply.isPending}
        >
          Apply all
        </Button>
      )}
    </Box>
  );
};
