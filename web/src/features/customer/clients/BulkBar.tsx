import { useMutation, useQuery } from "@connectrpc/connect-query";
import { ClientListService } from "@leashline/proto/leashline/customer/v1/client_list_service_pb.js";
import { TagService } from "@leashline/proto/leashline/customer/v1/tag_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import Typography from "@mui/material/Typography";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useCan } from "../../../app/session/session.ts";
import { confirm } from "../../../ui/feedback/confirm.ts";
import { toast } from "../../../ui/feedback/toast.ts";
import { plural } from "../../../ui/format/text.ts";
import { BulkMessageDialog } from "../../message/shared/bulk-messages/BulkMessageDialog.tsx";
import { downloadClients } from "../shared/exports/download.ts";
import { countTicked, type ListState, selectionOf, type Ticked } from "./list-query.ts";

type Props = { ticked: Ticked; state: ListState; total: number; today: string; onDone: () => void };

/** What can be done to the ticked clients at once. */
export const BulkBar = ({ ticked, state, total, today, onDone }: Props) => {
  const queries = useQueryClient();
  const canDelete = useCan("deleteClient");
  const canWrite = useCan("viewMessageCenter");
  const [writing, setWriting] = useState(false);
  const canExport = useCan("importClients");
  const [anchor, setAnchor] = useState<HTMLElement>();
  const tags = useQuery(TagService.method.listTags);
  const setInactive = useMutation(ClientListService.method.setClientsInactive);
  const tag = useMutation(ClientListService.method.tagClients);
  const remove = useMutation(ClientListService.method.deleteClients);
  const restore = useMutation(ClientListService.method.restoreClients);
  const selection = selectionOf(ticked, state, today);
  const count = countTicked(ticked, total);
  const busy = setInactive.isPending || tag.isPending || remove.isPending;

  const finish = (text: string, undo?: () => void) => {
    toast.success(text, undo && { undo });
    void queries.invalidateQueries();
    onDone();
  };
  const inactive = async (value: boolean) => {
    const { changed } = await setInactive.mutateAsync({ selection, inactive: value });
    const undo = () => setInactive.mutate({ selection, inactive: !value }, { onSuccess: () => void queries.invalidateQueries() });
    finish(`${plural(changed, "client")} ${value ? "set inactive" : "set active"}`, undo);
  };
  const addTag = async (id: string, name: string) => {
    setAnchor(undefined);
    const { changed } = await tag.mutateAsync({ selection, addTagIds: [id] });
    const undo = () => tag.mutate({ selection, removeTagIds: [id] }, { onSuccess: () => void queries.invalidateQueries() });
    finish(`“${name}” put on ${plural(changed, "client")}`, undo);
  };
  const drop = async () => {
    const sure = await confirm({
      title: `Delete ${plural(count, "client")}?`,
      body: "Their pets are deleted too. Clients with an upcoming appointment stay. You can undo this.",
      action: `Delete ${plural(count, "client")}`,
      danger: true,
    });
    if (!sure) return;
    const { deleted, kept, deletedIds } = await remove.mutateAsync({ selection });
    const undo = () => restore.mutate({ customerIds: deletedIds }, { onSuccess: () => void queries.invalidateQueries() });
    finish(
      `${plural(deleted, "client")} deleted${kept > 0 ? `, ${kept} kept because of upcoming visits` : ""}`,
      deleted > 0 ? undo : undefined,
    );
  };
  // A failed call has said so in a toast; the ticks stay.
  const run = (work: Promise<void>) => void work.catch(() => {});

  return (
    <Box
      role="toolbar"
      aria-label="Selected clients"
      sx={{
        mt: 1.5,
        px: 1.5,
        py: 0.75,
        borderRadius: "10px",
        bgcolor: "tone.accent.soft",
        display: "flex",
        flexWrap: "wrap",
        alignItems: "center",
        gap: 1,
      }}
    >
      <Typography sx={{ fontWeight: 600, color: "primary.main", mr: "auto" }} aria-live="polite">
        {plural(count, "client")} selected
      </Typography>
      <Button disabled={busy} onClick={(event) => setAnchor(event.currentTarget)}>
        Add tag
      </Button>
      <Button disabled={busy} onClick={() => run(inactive(state.status !== "inactive"))}>
        {state.status === "inactive" ? "Set active" : "Set inactive"}
      </Button>
      {canWrite && (
        <Button disabled={busy} onClick={() => setWriting(true)}>
          Message
        </Button>
      )}
      {canExport && (
        <Button disabled={busy} onClick={() => void downloadClients(selection)}>
          Export
        </Button>
      )}
      {canDelete && (
        <Button color="error" disabled={busy} onClick={() => run(drop())}>
          Delete
        </Button>
      )}
      <Button variant="text" onClick={onDone}>
        Clear
      </Button>
      {writing && <BulkMessageDialog selection={selection} onClose={() => setWriting(false)} onSent={onDone} />}
      <Menu open={anchor !== undefined} anchorEl={anchor ?? null} onClose={() => setAnchor(undefined)}>
        {tags.data?.tags.map((one) => (
          <MenuItem key={one.id} onClick={() => run(addTag(one.id, one.name))}>
            {one.name}
          </MenuItem>
        ))}
        {tags.data?.tags.length === 0 && <MenuItem disabled>No tags yet. Add them under Settings, Clients and pets.</MenuItem>}
      </Menu>
    </Box>
  );
};
