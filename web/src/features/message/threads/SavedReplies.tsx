import { useMutation, useQuery } from "@connectrpc/connect-query";
import { type MessageTemplate, TemplateService } from "@leashline/proto/leashline/message/v1/template_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useCan } from "../../../app/session/session.ts";
import { confirm } from "../../../ui/feedback/confirm.ts";
import { DrawerForm } from "../../../ui/form/DrawerForm.tsx";
import { FormText } from "../../../ui/form/fields.tsx";
import { required } from "../../../ui/format/validate.ts";
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

const Editor = ({ edited: { id, title, body }, onClose }: { edited: Edited; onClose: () => void }) => {
  const refresh = useRefreshMessages();
  const form = useForm({ defaultValues: { title, body } });
  const { control } = form;
  const done = { onSettled: refresh, meta: { success: "Saved reply saved" } };
  const create = useMutation(TemplateService.method.createTemplate, done);
  const update = useMutation(TemplateService.method.updateTemplate, done);
  return (
    <DrawerForm
      open
      title={id ? "Edit saved reply" : "New saved reply"}
      saveLabel={id ? "Save" : "Add saved reply"}
      form={form}
      onSave={(values) => (id ? update.mutateAsync({ id, ...values }) : create.mutateAsync(values))}
      onClose={onClose}
    >
      <FormText control={control} name="title" label="Name" check={required("Name")} slotProps={{ htmlInput: { maxLength: 100 } }} />
      <FormText
        control={control}
        name="body"
        label="Text"
        check={required("Text")}
        multiline
        minRows={4}
        help="{customerName} is replaced with the client’s first name."
        slotProps={{ htmlInput: { maxLength: 1600 } }}
      />
      <Button
        variant="text"
        sx={{ justifySelf: "start" }}
        onClick={() => form.setValue("body", `${form.getValues("body")}{customerName}`, { shouldDirty: true })}
      >
        Add the client’s first name
      </Button>
    </DrawerForm>
  );
};
