import { useQuery } from "@connectrpc/connect-query";
import { ClientType } from "@leashline/proto/leashline/customer/v1/client_pb.js";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { LeadService } from "@leashline/proto/leashline/customer/v1/lead_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { useState } from "react";
import { useParams } from "react-router";
import { pathTo } from "../../app/routes/paths.ts";
import { useCan } from "../../app/session/session.ts";
import { ErrorState } from "../../ui/feedback/ErrorState.tsx";
import { FormSkeleton } from "../../ui/feedback/Skeletons.tsx";
import { LinkButton } from "../../ui/links/Link.tsx";
import { PageFrame } from "../../ui/page/PageFrame.tsx";
import { StatusChip } from "../../ui/StatusChip.tsx";
import { useMobile } from "../../ui/theme/useMobile.ts";
import { BulkMessageDialog } from "../message/shared/bulk-messages/parts.ts";
import { Addresses } from "./addresses/Addresses.tsx";
import { ClientSide } from "./clients/ClientSide.tsx";
import { Details } from "./clients/Details.tsx";
import { Changes } from "./history/Changes.tsx";
import { LeadForm } from "./leads/LeadForm.tsx";
import { Notes } from "./notes/Notes.tsx";
import { PetsAtAGlance } from "./pets/PetsAtAGlance.tsx";
import { BookButton } from "./shared/BookButton.tsx";
import { leadName, stageOf } from "./shared/leads/lead-words.ts";
import { useLeadActs } from "./shared/leads/useLeadActs.ts";

/** /leads/detail/{id}: one lead: who they are, how far they have come, what comes next, and what was noted. */
const LeadPage = () => {
  const { id: customerId = "" } = useParams();
  const canEdit = useCan("editClient");
  const canWrite = useCan("viewMessageCenter");
  const [writing, setWriting] = useState(false);
  const found = useQuery(LeadService.method.getLead, { customerId });
  const detail = useQuery(ClientService.method.getClientDetail, { customerId });
  const acts = useLeadActs();
  const lead = found.data?.lead;
  const error = found.error ?? detail.error;
  const open = lead?.type === ClientType.LEAD;
  const mobile = useMobile();
  const chip = lead && <StatusChip tone={open ? stageOf(lead.stage).tone : "ok"}>{open ? stageOf(lead.stage).label : "Client"}</StatusChip>;
  const more = lead && (
    <>
      <LinkButton to={pathTo("/client/:customerId/overview", { customerId })}>Client page</LinkButton>
      {canWrite && <Button onClick={() => setWriting(true)}>Message</Button>}
      {open && canEdit && (
        <Button loading={acts.busy} onClick={() => void acts.convert(lead)}>
          Convert to client
        </Button>
      )}
    </>
  );
  return (
    <PageFrame
      title={lead ? leadName(lead) : "Lead"}
      back="/leads/management"
      beside={!mobile && chip}
      actions={
        lead && (
          <>
            {!mobile && more}
            <BookButton customerId={customerId} />
          </>
        )
      }
    >
      {/* The header of a phone has room for the name alone. */}
      {mobile && lead && (
        <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: 1, mb: 1.5 }}>
          {chip}
          {more}
        </Box>
      )}
      {writing && (
        <BulkMessageDialog selection={{ chosenList: [customerId] }} onClose={() => setWriting(false)} onSent={() => setWriting(false)} />
      )}
      {lead && detail.data?.client ? (
        <Box
          sx={{
            display: "grid",
            gridTemplateColumns: { xs: "minmax(0, 1fr)", lg: "300px minmax(0, 720px)" },
            gap: { xs: 1.5, md: 2.5 },
            alignItems: "start",
          }}
        >
          <ClientSide detail={detail.data} />
          <Box sx={{ display: "grid", gap: 2, minWidth: 0 }}>
            {open && <LeadForm lead={lead} />}
            <PetsAtAGlance detail={detail.data} />
            <Addresses detail={detail.data} />
            <Notes detail={detail.data} />
            <Details detail={detail.data} />
            <Changes detail={detail.data} />
          </Box>
        </Box>
      ) : error ? (
        <ErrorState
          error={error}
          what="This lead could not be loaded"
          onRetry={() => void Promise.all([found.refetch(), detail.refetch()])}
        />
      ) : (
        <FormSkeleton fields={6} />
      )}
    </PageFrame>
  );
};

export default LeadPage;
