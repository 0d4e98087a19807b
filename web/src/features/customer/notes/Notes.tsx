import { useMutation } from "@connectrpc/connect-query";
import { type Note, NoteService } from "@leashline/proto/leashline/customer/v1/note_pb.js";
import Box from "@mui/material/Box";
import IconButton from "@mui/material/IconButton";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useCan } from "../../../app/session/session.ts";
import { toast } from "../../../ui/feedback/toast.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { Icon } from "../../../ui/icons.tsx";
import { Section } from "../../../ui/page/Section.tsx";
import { StatusChip } from "../../../ui/StatusChip.tsx";
import type { ClientDetail } from "../shared/types.ts";
import { useClientsChanged } from "../shared/use-client.ts";
import { NoteEditor } from "./NoteEditor.tsx";
import { NotePhotos } from "./NotePhotos.tsx";

/** What staff wrote down. An alert shows wherever the client shows. A deleted note can be taken back. */
export const Notes = ({ detail }: { detail: ClientDetail }) => {
  const canEdit = useCan("editClient");
  const [editing, setEditing] = useState<string>();
  const customerId = detail.client?.customerId ?? "";
  const petNames = new Map(detail.pets.map((pet) => [pet.petId, pet.petName]));
  return (
    <Section title="Notes">
      {canEdit && <NoteEditor customerId={customerId} pets={detail.pets} />}
      {detail.notes.length === 0 && !canEdit && <Typography color="textSecondary">No notes.</Typography>}
      <Box component="ul" sx={{ listStyle: "none", m: 0, p: 0 }}>
        {detail.notes.map((note) =>
          editing === note.customerNoteId ? (
            <li key={note.customerNoteId}>
              <NoteEditor customerId={customerId} note={note} onDone={() => setEditing(undefined)} />
            </li>
          ) : (
            <NoteLine
              key={note.customerNoteId}
              note={note}
              pet={petNames.get(note.petId)}
              {...(canEdit && { onEdit: () => setEditing(note.customerNoteId) })}
            />
          ),
        )}
      </Box>
    </Section>
  );
};

const NoteLine = ({ note, pet, onEdit }: { note: Note; pet: string | undefined; onEdit?: () => void }) => {
  const format = useFormat();
  const changed = useClientsChanged();
  const customerNoteId = note.customerNoteId;
  const restore = useMutation(NoteService.method.restoreNote, { onSuccess: changed });
  const remove = useMutation(NoteService.method.deleteNote, {
    onSuccess: () => {
      toast.success("Note deleted", { undo: () => restore.mutate({ customerNoteId }) });
      return changed();
    },
  });
  return (
    <Box component="li" sx={{ py: 1, borderTop: 1, borderColor: "lineSoft", display: "flex", gap: 1, "&:first-of-type": { borderTop: 0 } }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography sx={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>{note.note}</Typography>
        {(note.beforePhotoPath || note.afterPhotoPath) && <NotePhotos photos={note} />}
        <Typography variant="body2" color="textSecondary" sx={{ mt: 0.25 }}>
          {note.isAlert && <StatusChip tone="warn">Alert</StatusChip>}{" "}
          {[pet, note.lastStaffName || note.staffName, format.ago(note.updateTime ?? note.createTime)].filter(Boolean).join(" · ")}
        </Typography>
      </Box>
      {onEdit && (
        <Box sx={{ flex: "none" }}>
          <IconButton aria-label="Edit note" onClick={onEdit}>
            <Icon name="edit" sx={{ width: 16, height: 16 }} />
          </IconButton>
          <IconButton aria-label="Delete note" disabled={remove.isPending} onClick={() => remove.mutate({ customerNoteId })}>
            <Icon name="trash" sx={{ width: 16, height: 16 }} />
          </IconButton>
        </Box>
      )}
    </Box>
  );
};
