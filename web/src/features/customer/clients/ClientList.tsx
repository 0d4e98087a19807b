import { useQuery } from "@connectrpc/connect-query";
import type { ClientRow } from "@leashline/proto/leashline/customer/v1/client_list_pb.js";
import { ClientListService } from "@leashline/proto/leashline/customer/v1/client_list_service_pb.js";
import Box from "@mui/material/Box";
import { keepPreviousData } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { useLocation } from "react-router";
import { pathTo } from "../../../app/routes/paths.ts";
import { useCan } from "../../../app/session/session.ts";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { ProgressLine } from "../../../ui/feedback/ProgressLine.tsx";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { LinkButton } from "../../../ui/links/Link.tsx";
import { useClose } from "../../../ui/links/over.ts";
import { DataList } from "../../../ui/lists/DataList.tsx";
import { PageFrame } from "../../../ui/page/PageFrame.tsx";
import { StatusChip } from "../../../ui/StatusChip.tsx";
import { useMobile } from "../../../ui/theme/useMobile.ts";
import { useTags } from "../shared/useTags.ts";
import { WaitingProofs } from "../shared/vaccines/WaitingProofs.tsx";
import { BulkBar } from "./bulk/BulkBar.tsx";
import { useTicked } from "./bulk/useTicked.ts";
import { ClientListActions } from "./ClientListActions.tsx";
import { ClientCard, clientColumns } from "./client-columns.tsx";
import { columnsOf } from "./columns.ts";
import { ClientFilters } from "./filters/ClientFilters.tsx";
import { asksOfLeads, decode, encode } from "./filters/filter.ts";
import { starterFilter } from "./filters/starters.ts";
import {
  allTicked,
  isTicked,
  type ListState,
  listDefaults,
  listRequest,
  nothingTicked,
  PAGE_SIZE,
  rowsLeft,
  toggle,
} from "./list-query.ts";
import { useListState } from "./views/useListState.ts";

const ClientAdd = lazy(() => import("./ClientAdd.tsx"));

/** Everybody the business knows: search as one types, filters, order, and what can be done to many at once. */
const ClientList = () => {
  const { state, change: setState, isReady } = useListState();
  const [ticked, setTicked] = useTicked(state);
  const { pathname, search } = useLocation();
  const close = useClose();
  const format = useFormat();
  const mobile = useMobile();
  const canEdit = useCan("editClient");
  const canImport = useCan("importClients");
  const shown = columnsOf(state.fields);
  const tags = useTags(shown.includes("tags"));
  // Typing on cancels the load before it: its query is no longer looked at, and its call is aborted.
  const clients = useQuery(ClientListService.method.listClients, listRequest(state), {
    placeholderData: keepPreviousData,
    enabled: isReady,
  });
  const rows = rowsLeft(clients.data?.rows, clients.error);
  const total = clients.data?.total ?? 0;
  const narrowed = state.q !== "" || state.status !== listDefaults.status || state.f !== "";
  const change = (next: Partial<typeof state>, options: { push?: boolean } = {}) => {
    setTicked(nothingTicked);
    setState({ page: "1", ...next }, options);
  };
  const everyOne = allTicked(ticked, total);
  const idOf = (row: ClientRow) => row.client?.customerId ?? "";

  return (
    <PageFrame
      title="Clients"
      beside={clients.data && <StatusChip>{`${clients.data.totalApproximate ? "about " : ""}${format.number(total)}`}</StatusChip>}
      actions={<ClientListActions state={state} total={total} />}
    >
      <WaitingProofs />
      <ClientFilters state={state} onChange={change} />
      {ticked.ids.size > 0 || ticked.all ? (
        <BulkBar ticked={ticked} state={state} total={total} onDone={() => setTicked(nothingTicked)} />
      ) : null}
      <Box sx={{ mt: 1.5 }}>
        <DataList
          label="Clients"
          rows={rows}
          rowKey={idOf}
          columns={clientColumns(format, tags ?? []).filter(({ key }) => shown.includes(key))}
          card={(row) => <ClientCard row={row} />}
          href={(row) => pathTo("/client/:customerId/overview", { customerId: idOf(row) })}
          error={clients.error}
          onRetry={() => void clients.refetch()}
          busy={clients.isPlaceholderData}
          sort={{ by: state.sort, descending: state.order === "desc" }}
          onSort={({ by, descending }) => change({ sort: by, order: descending ? "desc" : "asc" })}
          page={{ at: Number(state.page) || 1, size: PAGE_SIZE, total, onChange: (at) => setState({ page: String(at) }, { push: true }) }}
          {...(canEdit &&
            !mobile && {
              selection: {
                has: (row: ClientRow) => isTicked(ticked, idOf(row)),
                toggle: (row: ClientRow) => setTicked(toggle(ticked, idOf(row))),
                toggleAll: () => setTicked(ticked.all || everyOne ? nothingTicked : { all: true, ids: new Set() }),
                all: everyOne,
                some: ticked.all || ticked.ids.size > 0,
              },
            })}
          empty={narrowed ? <NobodyFits {...state} /> : <FirstClients canImport={canImport} />}
        />
      </Box>
      <Suspense fallback={<ProgressLine label="Loading" />}>
        {pathname === "/client/clientAdd" && <ClientAdd open onClose={() => close(pathTo("/client", {}, search))} />}
      </Suspense>
    </PageFrame>
  );
};

const NobodyFits = ({ q, f }: Pick<ListState, "q" | "f">) => (
  <EmptyState
    icon="search"
    title={q ? `No clients match “${q}”` : "No clients match this filter"}
    text="Try fewer letters, another spelling, or all clients."
  >
    <LinkButton to="/client?status=all">Show all clients</LinkButton>
    {q && !asksOfLeads(decode(f)) && (
      <LinkButton to={pathTo("/client", {}, { q, status: "all", f: encode(starterFilter("withleads")) })}>Search leads too</LinkButton>
    )}
  </EmptyState>
);

const FirstClients = ({ canImport }: { canImport: boolean }) => (
  <EmptyState icon="clients" title="Your clients and their pets live here" text="Add your first client, or import all of them from a file.">
    <LinkButton to="/client/clientAdd" variant="contained" color="primary">
      Add client
    </LinkButton>
    {canImport && <LinkButton to="/client?import=1">Import a file</LinkButton>}
  </EmptyState>
);

export default ClientList;
