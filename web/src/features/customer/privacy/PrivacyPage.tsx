import { useQuery } from "@connectrpc/connect-query";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import Box from "@mui/material/Box";
import { pathTo } from "../../../app/routes/paths.ts";
import { useCan } from "../../../app/session/session.ts";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { ErrorState } from "../../../ui/feedback/ErrorState.tsx";
import { FormSkeleton } from "../../../ui/feedback/Skeletons.tsx";
import { useQueryState } from "../../../ui/links/useQueryState.ts";
import { PageFrame } from "../../../ui/page/PageFrame.tsx";
import { clientName } from "../shared/client-name.ts";
import { Copy } from "./Copy.tsx";
import { Erase } from "./Erase.tsx";
import { Records } from "./Records.tsx";

const start = { of: "" };
const isId = (text: string): boolean => /^[1-9]\d{0,18}$/.test(text);

/** /client/privacy: who was given a copy of their data or erased, when and why; `?of=` does either for one client. */
const PrivacyPage = () => {
  const [{ of }] = useQueryState(start);
  const may = useCan("deleteClient");
  if (!may)
    return (
      <PageFrame title="Privacy requests" back="/client">
        <EmptyState
          icon="clients"
          title="You may not see privacy requests"
          text="Ask an owner for the permission to delete clients and pets."
        />
      </PageFrame>
    );
  if (isId(of)) return <OfOne customerId={of} />;
  return (
    <PageFrame title="Privacy requests" back="/client" maxWidth={720}>
      <Records customerId="0" />
    </PageFrame>
  );
};

const OfOne = ({ customerId }: { customerId: string }) => {
  const detail = useQuery(ClientService.method.getClientDetail, { customerId, includeDeleted: true });
  const client = detail.data?.client;
  return (
    <PageFrame
      title={client ? `Privacy: ${clientName(client)}` : "Privacy"}
      back={pathTo("/client/:customerId/overview", { customerId })}
      maxWidth={720}
    >
      {client ? (
        <Box sx={{ display: "grid", gap: 2 }}>
          {!client.deleted && <Copy customerId={customerId} name={clientName(client)} />}
          {!client.deleted && <Erase customerId={customerId} name={clientName(client)} />}
          <Records customerId={customerId} />
        </Box>
      ) : detail.error ? (
        <ErrorState error={detail.error} what="This client could not be loaded" onRetry={() => void detail.refetch()} />
      ) : (
        <FormSkeleton fields={4} />
      )}
    </PageFrame>
  );
};

export default PrivacyPage;
