import { useLocation } from "react-router";
import { pathTo } from "../../../app/routes/paths.ts";
import { useCan } from "../../../app/session/session.ts";
import { Icon } from "../../../ui/icons.tsx";
import { LinkButton } from "../../../ui/links/Link.tsx";
import { asDrawer } from "../../../ui/links/over.ts";
import { HeaderActions } from "../../../ui/page/HeaderActions.tsx";
import { useMobile } from "../../../ui/theme/useMobile.ts";
import { downloadClients } from "../shared/exports/download.ts";
import { type ListState, selectionOf } from "./list-query.ts";

/** Where one goes from the list of clients, and what is done with all of it. */
export const ClientListActions = ({ state, total }: { state: ListState; total: number }) => {
  const { search } = useLocation();
  const mobile = useMobile();
  const canEdit = useCan("editClient");
  const canImport = useCan("importClients");
  const canMerge = useCan("deleteClient");
  return (
    <HeaderActions
      more={[
        { label: "Intake forms", to: "/intake_form/submissions", icon: "note" },
        { label: "Due and not booked", to: "/client?due=7", icon: "clock" },
        { label: "Incidents", to: "/client/incidents" },
        ...(canMerge ? [{ label: "Duplicates", to: "/client/merge" }] : []),
        ...(canImport ? [{ label: "Import", to: "/client?import=1", icon: "upload" } as const] : []),
        ...(canImport && total > 0
          ? [{ label: "Export", onClick: () => void downloadClients(selectionOf({ all: true, ids: new Set() }, state)) }]
          : []),
      ]}
    >
      {canEdit && (
        <LinkButton
          to={pathTo("/client/clientAdd", {}, search)}
          state={asDrawer}
          variant="contained"
          color="primary"
          startIcon={<Icon name="plus" />}
        >
          {mobile ? "Add" : "Add client"}
        </LinkButton>
      )}
    </HeaderActions>
  );
};
