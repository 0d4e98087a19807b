import { useMutation } from "@connectrpc/connect-query";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { pathTo } from "../../../app/routes/paths.ts";
import { useCan } from "../../../app/session/session.ts";
import { confirm } from "../../../ui/feedback/confirm.ts";
import { toast } from "../../../ui/feedback/toast.ts";
import { LinkButton, useGo } from "../../../ui/links/Link.tsx";
import { clientName } from "../shared/client-name.ts";
import { mayRest } from "../shared/open-matters/may-rest.ts";
import { useOpenMatters } from "../shared/open-matters/useOpenMatters.ts";
import type { ClientDetail } from "../shared/types.ts";
import { useClientsChanged } from "../shared/use-client.ts";

/** Inactive or not, deleted or restored: both can be taken back. */
export const State = ({ detail }: { detail: ClientDetail }) => {
  const { client } = detail;
  const go = useGo();
  const changed = useClientsChanged();
  const { openOf, asking } = useOpenMatters();
  const canEdit = useCan("editClient");
  const canDelete = useCan("deleteClient");
  const update = useMutation(ClientService.method.updateClient, { onSuccess: changed });
  const remove = useMutation(ClientService.method.deleteClient);
  const restore = useMutation(ClientService.method.restoreClient, { onSuccess: changed, meta: { success: "Client restored" } });
  if (!client) return null;
  const { customerId } = client;

  const selection = { chosenList: [customerId] };
  const turn = async () => {
    const inactive = !client.inactive;
    if (inactive && !(await mayRest(await openOf(selection), clientName(client)))) return;
    update.mutate({ customerId, client: { inactive }, updateMask: { paths: ["inactive"] } });
  };
  const drop = async () => {
    const lines = await openOf(selection);
    const sure = await confirm({
      ...(lines.length > 0 && { lines }),
      title: `Delete ${clientName(client)}?`,
      body: "The pets are deleted too. You can restore both.",
      action: "Delete client",
      danger: true,
    });
    if (!sure) return;
    try {
      await remove.mutateAsync({ customerId });
    } catch {
      return; // the toast has said why
    }
    toast.success("Client deleted", { undo: () => restore.mutate({ customerId }) });
    go("/client");
    void changed();
  };

  if (client.erased) return null;
  if (client.deleted) {
    return canDelete ? (
      <Button fullWidth loading={restore.isPending} onClick={() => restore.mutate({ customerId })} sx={{ mt: 2 }}>
        Restore client
      </Button>
    ) : null;
  }
  return (
    <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, mt: 2 }}>
      {canEdit && (
        <Button size="small" loading={update.isPending} disabled={asking} onClick={() => void turn()}>
          {client.inactive ? "Set active" : "Set inactive"}
        </Button>
      )}
      {canDelete && (
        <LinkButton size="small" to={pathTo("/client/merge", {}, { of: customerId })}>
          Merge
        </LinkButton>
      )}
      {canDelete && (
        <LinkButton size="small" to={pathTo("/client/privacy", {}, { of: customerId })}>
          Privacy
        </LinkButton>
      )}
      {canDelete && (
        <Button size="small" color="error" variant="text" disabled={asking} onClick={() => void drop()}>
          Delete
        </Button>
      )}
    </Box>
  );
};
