import Button from "@mui/material/Button";
import { useLocation } from "react-router";
import { pathTo } from "../../../app/routes/paths.ts";
import { useCan } from "../../../app/session/session.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { Icon } from "../../../ui/icons.tsx";
import { LinkButton } from "../../../ui/links/Link.tsx";
import { asDrawer } from "../../../ui/links/over.ts";
import { useMobile } from "../../../ui/theme/useMobile.ts";
import { downloadClients } from "../shared/exports/download.ts";
import { type ListState, selectionOf } from "./list-query.ts";

/** Where one goes from the list of clients, and what is done with all of it. */
export const ClientListActions = ({ state, total }: { state: ListState; total: number }) => {
  const { search } = useLocation();
  const mobile = useMobile();
  const today = useFormat().now().date;
  const canEdit = useCan("editClient");
  const canImport = useCan("importClients");
  const canMerge = useCan("deleteClient");
  return (
    <>
      {!mobile && (
        <>
          <LinkButton to="/intake_form/submissions" startIcon={<Icon name="note" />}>
            Intake forms
          </LinkButton>
          <LinkButton to="/client?due=7" startIcon={<Icon name="clock" />}>
            Due and not booked
          </LinkButton>
          <LinkButton to="/client/incidents">Incidents</LinkButton>
          {canMerge && <LinkButton to="/client/merge">Duplicates</LinkButton>}
        </>
      )}
      {canImport && !mobile && (
        <LinkButton to="/client?import=1" startIcon={<Icon name="upload" />}>
          Import
        </LinkButton>
      )}
      {canImport && !mobile && total > 0 && (
        <Button onClick={() => void downloadClients(selectionOf({ all: true, ids: new Set() }, state, today))}>Export</Button>
      )}
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
    </>
  );
};
