import { lazy, Suspense } from "react";
import { useLocation } from "react-router";
import { useCan } from "../../app/session/session.ts";
import { ProgressLine } from "../../ui/feedback/ProgressLine.tsx";
import { Icon } from "../../ui/icons.tsx";
import { LinkButton } from "../../ui/links/Link.tsx";
import { asDrawer, useClose } from "../../ui/links/over.ts";
import { useQueryState } from "../../ui/links/useQueryState.ts";
import { HeaderActions } from "../../ui/page/HeaderActions.tsx";
import { PageFrame } from "../../ui/page/PageFrame.tsx";
import { useMobile } from "../../ui/theme/useMobile.ts";
import { LeadBoard } from "./leads/LeadBoard.tsx";
import { LeadFilters, leadState } from "./leads/LeadFilters.tsx";
import { LeadList } from "./leads/LeadList.tsx";
import { downloadLeads } from "./shared/exports/download.ts";

const ClientAdd = lazy(() => import("./clients/ClientAdd.tsx"));

/** /leads/management: people who asked and have not booked, as a list or as a board by stage; /leads/add lies over it. */
const Leads = () => {
  const [state, setState] = useQueryState(leadState);
  const { pathname } = useLocation();
  const close = useClose();
  const mobile = useMobile();
  const canEdit = useCan("editClient");
  const canImport = useCan("importClients");
  const asked = { keyword: state.q, assignedStaffId: state.staff || "0", referralSourceId: state.source || "0", due: state.due === "1" };
  return (
    <PageFrame
      title="Leads"
      actions={
        <HeaderActions
          more={[
            { label: "Converted", to: "/leads/convertHistory" },
            { label: "Report", to: "/leads/report" },
            ...(canImport ? [{ label: "Import", to: "/leads/import", icon: "upload" } as const] : []),
            ...(canImport ? [{ label: "Export", onClick: () => void downloadLeads({ ...asked, stage: Number(state.stage) }) }] : []),
          ]}
        >
          {canEdit && (
            <LinkButton to="/leads/add" state={asDrawer} variant="contained" color="primary" startIcon={<Icon name="plus" />}>
              {mobile ? "Add" : "Add lead"}
            </LinkButton>
          )}
        </HeaderActions>
      }
    >
      <LeadFilters state={state} onChange={(next) => setState({ page: "1", ...next })} />
      {state.view === "board" && !mobile ? (
        <LeadBoard asked={asked} />
      ) : (
        <LeadList state={state} asked={asked} onPage={(page) => setState({ page: String(page) }, { push: true })} />
      )}
      <Suspense fallback={<ProgressLine label="Loading" />}>
        {pathname === "/leads/add" && <ClientAdd open lead onClose={() => close("/leads/management")} />}
      </Suspense>
    </PageFrame>
  );
};

export default Leads;
