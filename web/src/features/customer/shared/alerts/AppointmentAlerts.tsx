import { createConnectQueryKey, useQuery } from "@connectrpc/connect-query";
import { AgreementRecordService } from "@leashline/proto/leashline/customer/v1/agreement_record_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { pathTo } from "../../../../app/routes/paths.ts";
import { useCan } from "../../../../app/session/session.ts";
import { TextLink } from "../../../../ui/links/Link.tsx";
import { later } from "../../../../ui/page/later.tsx";
import { AlertStrip } from "./AlertStrip.tsx";
import type { Known } from "./alerts.ts";
import { useUnsignedTitles } from "./useRequiredSign.ts";

const SendToSign = later(async () => (await import("../agreements/SendToSign.tsx")).SendToSign);

type Appointment = { id: string; customerId: string };
type Props = { appointment: Appointment; known: Omit<Known, "codes" | "requiredSign" | "unsigned"> };

/** What warns about one appointment, and where its agreements are signed. */
export const AppointmentAlerts = ({ appointment, known }: Props) => {
  const { id, customerId } = appointment;
  const unsigned = useUnsignedTitles(customerId, id);
  return (
    <>
      <AlertStrip known={{ ...known, unsigned }} />
      {unsigned.length > 0 && (
        <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: 1.5 }}>
          <TextLink to={pathTo("/client/:customerId/agreements/:panel?", { customerId })}>Sign agreements</TextLink>
          <SendLinks appointment={appointment} />
        </Box>
      )}
    </>
  );
};

/** Sends the links of all that waits for one appointment. */
const SendLinks = ({ appointment: { id: appointmentId, customerId } }: { appointment: Appointment }) => {
  const [edits, books] = [useCan("editClient"), useCan("createAndEditTicket")];
  const queries = useQueryClient();
  const [open, setOpen] = useState(false);
  const waiting = useQuery(AgreementRecordService.method.listUnsignedAgreements, { customerId, appointmentId }, { enabled: open });
  const records = waiting.data?.records;
  if (!edits && !books) return null;
  const sent = () =>
    void queries.invalidateQueries({ queryKey: createConnectQueryKey({ schema: AgreementRecordService, cardinality: undefined }) });
  return (
    <>
      <Button size="small" loading={open && waiting.isPending} onClick={() => setOpen(true)} {...SendToSign.warmers}>
        Send link to sign
      </Button>
      {open && records && <SendToSign customerId={customerId} records={records} onSent={sent} onClose={() => setOpen(false)} />}
    </>
  );
};
