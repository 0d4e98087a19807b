import { useMutation, useQuery } from "@connectrpc/connect-query";
import { type MessageTemplate, TemplateService } from "@leashline/proto/leashline/message/v1/template_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useCan } from "../../../app/session/session.ts";
import { confirm } from "../../../ui/feedback/confirm.ts";
import { useRefreshMessages } from "./useThreads.ts";

type Edited = { id?: string; title: string; body: string };

/** Texts that staff pick in the inbox instead of typing them again. */
export const SavedReplies = ({ onClose }: { onClose: () => void }) => {
  const refresh = useRefreshMessages();
  const [edited, setEdited] = useState<Edited>();
  const templates = useQuery(TemplateService.method.listTemplates, {}).data?.templates ?? [];
  const remove = useMutation(TemplateService.method.deleteTemplate, { onSettled: refresh, meta: { success: "Saved reply deleted" } });
  const mayEdit = useCan("autoMessageSettings");
  const ask = async ({ id, title }: MessageTemplate) => {
    if (await confirm({ title: `Delete "${title}"?`, action: "Delete saved reply", danger: true })) remove.mutate({ id });
  };
  if (edited) return <Editor edited={edited} onClose={() => setEdited(undefined)} />;
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm">
      <DialogTitle>Saved replies</DialogTitle>
      <DialogContent sx={{ display: "grid", gap: 1.5 }}>
        {templates.length === 0 && <Typography color="textSecondary">Write an answer once, and pick it in any conversation.</Typography>}
        {templates.map((one) => (
          <Box key={one.id} sx={{ display: "flex", gap: 1, alignItems: "center" }}>
            <Box sx={{ flex: 1, minWidth: 0 }}>
              <Typography variant="subtitle2">{one.title}</Typography>
              <Typography variant="body2" color="textSecondary" noWrap>
                {one.body}
              </Typography>
            </Box>
            {mayEdit && (
              <>
                <Button aria-label={`Edit ${one.title}`} onClick={() => setEdited(one)}>
                  Edit
                </Button>
                <Button aria-label={`Delete ${one.title}`} color="error" onClick={() => void ask(one)}>
                  Delete
                </Button>
              </>
            )}
          </Box>
        ))}
      </DialogContent>
      <DialogActions>
        {mayEdit && <Button onClick={() => setEdited({ title: "", body: "" })}>Add a saved reply</Button>}
        <Button variant="contained" color="primary" onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  );
};

const Editor = ({ edited, onClose }: { edited: Edited; onClose: () => void }) => {
  const refresh = useRefreshMessages();
  const [title, setTitle] = useState(edited.title);
  const [body, setBody] = useState(edited.body);
  const done = { onSuccess: onClose, onSettled: refresh, meta: { success: "Saved reply saved" } };
  const create = useMutation(TemplateService.method.createTemplate, done);
  const update = useMutation(TemplateService.method.updateTemplate, done);
  const save = () => (edited.id ? update.mutate({ id: edited.id, title, body }) : create.mutate({ title, body }));
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm">
      <DialogTitle>{edited.id ? "Edit saved reply" : "New saved reply"}</DialogTitle>
      <DialogContent sx={{ display: "grid", gap: 1.5, "&&": { pt: 1 } }}>
        <TextField
          label="Name"
          value={title}
          onChange={(event) => setTitle(event.target.value)}
          slotProps={{ htmlInput: { maxLength: 100 } }}
        />
        <TextField
          label="Text"
          value={body}
          onChange={(event) => setBody(event.target.value)}
          multiline
          minRows={4}
          helperText="{customerName} becomes the client's first name"
          slotProps={{ htmlInput: { maxLength: 1600 } }}
        />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Back</Button>
        <Button
          variant="contained"
          color="primary"
          disabled={!title.trim() || !body.trim()}
          loading={create.isPending || update.isPending}
          onClick={save}
        >
          Save
        </Button>
      </DialogActions>
    </Dialog>
  );
};
