import { createConnectQueryKey } from "@connectrpc/connect-query";
import { AgreementRecordService } from "@leashline/proto/leashline/customer/v1/agreement_record_service_pb.js";
import Box from "@mui/material/Box";
import { useQueryClient } from "@tanstack/react-query";
import { useCan } from "../../../../app/session/session.ts";
import type { ClientDetail } from "../../shared/types.ts";
import { Signed } from "./Signed.tsx";
import { ToSign } from "./ToSign.tsx";

/** What a client signed, and what they still have to. */
export const ClientAgreements = ({ detail }: { detail: ClientDetail }) => {
  const queries = useQueryClient();
  const [edits, books] = [useCan("editClient"), useCan("createAndEditTicket")];
  const { customerId = "", deleted = false } = detail.client ?? {};
  const changed = () =>
    void queries.invalidateQueries({ queryKey: createConnectQueryKey({ schema: AgreementRecordService, cardinality: undefined }) });
  const props = { customerId, canEdit: (edits || books) && !deleted, onChanged: changed };
  return (
    <Box sx={{ display: "grid", gap: 2, maxWidth: 860 }}>
      <ToSign {...props} />
      <Signed {...props} />
    </Box>
  );
};
