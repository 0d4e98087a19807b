import { useMutation, useQuery } from "@connectrpc/connect-query";
import { type ClientCorrections, CorrectionService } from "@leashline/proto/leashline/online_booking/v1/correction_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useQueryClient } from "@tanstack/react-query";
import { refreshDomains } from "../../../../app/calls/refresh.ts";
import { pathTo } from "../../../../app/routes/paths.ts";
import { useCan } from "../../../../app/session/session.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { TextLink } from "../../../../ui/links/Link.tsx";

/** What clients corrected in their own place and nobody has answered; nothing where none waits. */
export const CorrectionsSent = () => {
  const { data } = useQuery(CorrectionService.method.listCorrections, {}, { enabled: useCan("viewBookingRequests") });
  const sent = data?.corrections ?? [];
  if (sent.length === 0) return null;
  return (
    <Box component="section" aria-labelledby="corrections-sent" sx={{ mb: 2 }}>
      <Typography id="corrections-sent" variant="subtitle1" component="h2" sx={{ mb: 1 }}>
        Changes from clients
      </Typography>
      <Box component="ul" sx={{ listStyle: "none", m: 0, p: 0, display: "grid", gap: 1.25 }}>
        {sent.map((one) => (
          <Corrected key={one.customerId} corrections={one} />
        ))}
      </Box>
    </Box>
  );
};

/** One client's, each to take over or not. */
const Corrected = ({ corrections: { customerId, customerName, changes, createTime } }: { corrections: ClientCorrections }) => {
  const format = useFormat();
  const manages = useCan("manageBookingRequests");
  const mayEdit = useCan("editClient") && manages;
  const queries = useQueryClient();
  const onSettled = () => refreshDomains(queries, "customer", "online_booking");
  const apply = useMutation(CorrectionService.method.applyCorrections, { meta: { success: "Client saved" }, onSettled });
  const dismiss = useMutation(CorrectionService.method.dismissCorrections, { meta: { success: "Nothing was changed" }, onSettled });
  const busy = apply.isPending || dismiss.isPending;
  const inWords = (key: string, value: string): string => (key === "customer.phoneNumber" ? format.phone(value) : value);
  const seen = changes.map(({ key, given }) => ({ key, given }));
  return (
    <Box
      component="li"
      aria-label={`Changes from ${customerName}`}
      sx={{ p: 2, borderRadius: 1.25, border: 1, borderColor: "line", bgcolor: "background.paper", display: "grid", gap: 1 }}
    >
      <Box sx={{ display: "flex", gap: 1, flexWrap: "wrap" }}>
        <TextLink to={pathTo("/client/:customerId", { customerId })}>{customerName || "Client"}</TextLink>
        <Typography color="textSecondary" sx={{ ml: "auto" }}>
          {format.ago(createTime)}
        </Typography>
      </Box>
      {changes.map(({ key, label, given, known }) => (
        <Box key={key} sx={{ display: "flex", gap: 1, alignItems: "center", flexWrap: "wrap" }}>
          <Typography sx={{ flex: 1, minWidth: 180, overflowWrap: "anywhere" }}>
            {label}: <strong>{inWords(key, given) || "none"}</strong>
            {!key.endsWith(".note") && <span> (on file: {inWords(key, known) || "none"})</span>}
          </Typography>
          {mayEdit && changes.length > 1 && (
            <Button
              size="small"
              disabled={busy}
              onClick={() => apply.mutate({ customerId, seen: [{ key, given }] })}
              aria-label={`Apply ${label.toLowerCase()}`}
            >
              Apply
            </Button>
          )}
        </Box>
      ))}
      {manages && (
        <Box sx={{ display: "flex", gap: 1, justifyContent: "flex-end" }}>
          <Button disabled={busy} onClick={() => dismiss.mutate({ customerId, seen })}>
            Don’t change
          </Button>
          {mayEdit && (
            <Button variant="contained" color="primary" disabled={busy} onClick={() => apply.mutate({ customerId, seen })}>
              {changes.length > 1 ? "Apply all" : "Apply"}
            </Button>
          )}
        </Box>
      )}
    </Box>
  );
};
