import { useQuery } from "@connectrpc/connect-query";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import Box from "@mui/material/Box";
import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import type { ComponentType } from "react";
import { Navigate, useLocation, useParams } from "react-router";
import { pathTo } from "../../app/routes/paths.ts";
import type { Path } from "../../app/routes/routes.ts";
import { ErrorState } from "../../ui/feedback/ErrorState.tsx";
import { FormSkeleton } from "../../ui/feedback/Skeletons.tsx";
import { toMinor } from "../../ui/format/money.ts";
import { useFormat } from "../../ui/format/useFormat.ts";
import { Icon } from "../../ui/icons.tsx";
import { Link, LinkButton } from "../../ui/links/Link.tsx";
import { later } from "../../ui/page/later.tsx";
import { PageFrame } from "../../ui/page/PageFrame.tsx";
import { StatusChip } from "../../ui/StatusChip.tsx";
import { useMobile } from "../../ui/theme/useMobile.ts";
import { Outstanding } from "../order/shared/Outstanding.tsx";
import { Payments } from "../payment/shared/ClientPayments.tsx";
import { Cards } from "../payment/shared/cards/ClientCards.tsx";
import { ClientAgreements } from "./agreements/records/ClientAgreements.tsx";
import { ClientSide } from "./clients/ClientSide.tsx";
import { Details } from "./clients/Details.tsx";
import { Bookings } from "./history/Bookings.tsx";
import { Changes } from "./history/Changes.tsx";
import { Overview } from "./Overview.tsx";
import { Pets } from "./pets/Pets.tsx";
import { ErasedClient } from "./privacy/ErasedClient.tsx";
import { BookButton } from "./shared/BookButton.tsx";
import { clientName } from "./shared/client-name.ts";
import type { ClientDetail } from "./shared/types.ts";

const ClientForms = later(async () => (await import("./intake-forms/submissions/ClientForms.tsx")).ClientForms);
const MergedHere = later(async () => (await import("./merge/MergedHere.tsx")).MergedHere);
const AvailableCredit = later(async () => (await import("../payment/shared/credit/AvailableCredit.tsx")).AvailableCredit);
const TextConsent = later(async () => (await import("../message/shared/TextConsent.tsx")).TextConsent);
type ClientPath = Extract<Path, `/client/:customerId/${string}`>;
const DetailsAndChanges = ({ detail }: { detail: ClientDetail }) => (
  <Box sx={{ display: "grid", gap: 2, maxWidth: 720 }}>
    <Details detail={detail} />
    {detail.client && <TextConsent customerId={detail.client.customerId} />}
    {detail.client && <ClientForms customerId={detail.client.customerId} />}
    {detail.client && <MergedHere customerId={detail.client.customerId} />}
    <Changes detail={detail} />
  </Box>
);

type Panel = { at: string; path: ClientPath; label: string; show: ComponentType<{ detail: ClientDetail }> };

const panels: Panel[] = [
  { at: "overview", path: "/client/:customerId/overview", label: "Overview", show: Overview },
  { at: "pets", path: "/client/:customerId/pets/:petId?", label: "Pets", show: Pets },
  { at: "bookings", path: "/client/:customerId/bookings/:panel?", label: "Bookings", show: Bookings },
  { at: "agreements", path: "/client/:customerId/agreements/:panel?", label: "Agreements", show: ClientAgreements },
  { at: "paymentHistory", path: "/client/:customerId/paymentHistory", label: "Payments", show: Payments },
  { at: "creditCards", path: "/client/:customerId/creditCards", label: "Cards", show: Cards },
  { at: "outstandingBalance", path: "/client/:customerId/outstandingBalance", label: "Owes", show: Outstanding },
  { at: "availableCredit", path: "/client/:customerId/availableCredit", label: "Store credit", show: AvailableCredit },
  { at: "detail", path: "/client/:customerId/detail", label: "Details", show: DetailsAndChanges },
];

/** One client: who they are at the left, the sub-page of the address at the right. */
const ClientPage = () => {
  const { customerId = "" } = useParams();
  const { pathname } = useLocation();
  const mobile = useMobile();
  const format = useFormat();
  const detail = useQuery(ClientService.method.getClientDetail, { customerId, includeDeleted: true });
  const at = pathname.split("/")[3] ?? "overview";
  const panel = panels.find((one) => one.at === (at === "petAdd" ? "pets" : at)) ?? (panels[0] as Panel);
  const client = detail.data?.client;
  // Whoever was merged is who they became.
  if (client && client.customerId !== customerId) return <Navigate to={pathTo(panel.path, { customerId: client.customerId })} replace />;

  return (
    <PageFrame
      title={client ? clientName(client) : "Client"}
      back="/client"
      beside={
        <>
          {client?.deleted && <StatusChip tone="bad">{client.erased ? "Erased" : "Deleted"}</StatusChip>}
          {client?.inactive && !client.erased && <StatusChip>Inactive</StatusChip>}
          {toMinor(detail.data?.overview?.storeCredit) > 0n && (
            <StatusChip tone="ok">{format.money(detail.data?.overview?.storeCredit)} store credit</StatusChip>
          )}
          {client?.isUnsubscribed && <StatusChip>No marketing</StatusChip>}
          {client?.ownerUnknown && <StatusChip tone="warn">Owner unknown</StatusChip>}
        </>
      }
      actions={
        client &&
        !client.deleted && (
          <>
            {!mobile && (
              <LinkButton to={pathTo("/message/new", {}, { customerId })} startIcon={<Icon name="messages" />}>
                Message
              </LinkButton>
            )}
            <BookButton customerId={customerId} />
          </>
        )
      }
    >
      {client?.erased ? (
        <ErasedClient client={client} />
      ) : detail.data && client ? (
        <Box
          sx={{
            display: "grid",
            gridTemplateColumns: { xs: "minmax(0, 1fr)", lg: "300px minmax(0, 1fr)" },
            gap: { xs: 1.5, md: 2.5 },
            alignItems: "start",
          }}
        >
          <ClientSide detail={detail.data} />
          <Box sx={{ minWidth: 0 }}>
            <Tabs value={panel.at} variant="scrollable" scrollButtons={false} aria-label="Client" sx={{ mb: 2 }}>
              {panels.map((one) => (
                <Tab key={one.at} value={one.at} label={one.label} component={Link} to={pathTo(one.path, { customerId })} />
              ))}
            </Tabs>
            <panel.show detail={detail.data} />
          </Box>
        </Box>
      ) : detail.error ? (
        <ErrorState error={detail.error} what="This client could not be loaded" onRetry={() => void detail.refetch()} />
      ) : (
        <FormSkeleton fields={8} />
      )}
    </PageFrame>
  );
};

export default ClientPage;
