import { useMutation } from "@connectrpc/connect-query";
import { type Note, NoteService } from "@leashline/proto/leashline/customer/v1/note_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import FormControlLabel from "@mui/material/FormControlLabel";
import MenuItem from "@mui/material/MenuItem";
import Switch from "@mui/material/Switch";
import TextField from "@mui/material/TextField";
import { useState } from "react";
import { UnsavedGuard } from "../../../ui/form/UnsavedGuard.tsx";
import type { ClientDetail } from "../shared/types.ts";
import { useClientsChanged } from "../shared/use-client.ts";
import { type BeforeAfter, NotePhotos, noPhotos } from "./NotePhotos.tsx";

const NO_PET = "0";

type EditorProps = { customerId: string; pets?: ClientDetail["pets"]; note?: Note; onDone?: () => void };

/** A new note is about the client, or about one of the pets. */
export const NoteEditor = ({ customerId, pets = [], note, onDone }: EditorProps) => {
  const reread = useClientsChanged();
  // What is written is free for the next note as soon as this one is kept, whatever else of the page is read again.
  const changed = () => void reread();
  const [text, setText] = useState(note?.note ?? "");
  const [alert, setAlert] = useState(note?.isAlert ?? false);
  const [petId, setPet] = useState(note?.petId ?? NO_PET);
  const [photos, setPhotos] = useState<BeforeAfter>(note ?? noPhotos);
  const create = useMutation(NoteService.method.createNote, { onSuccess: changed });
  const createForPet = useMutation(NoteService.method.createPetNote, { onSuccess: changed });
  const update = useMutation(NoteService.method.updateNote, { onSuccess: changed });
  const busy = create.isPending || createForPet.isPending || update.isPending;
  const save = async (): Promise<boolean> => {
    const { beforePhotoPath, afterPhotoPath } = photos;
    const words = { note: text.trim(), isAlert: alert };
    const body = petId === NO_PET ? words : { ...words, beforePhotoPath, afterPhotoPath };
    try {
      if (note) await update.mutateAsync({ customerNoteId: note.customerNoteId, ...body });
      else if (petId === NO_PET) await create.mutateAsync({ customerId, ...words });
      else await createForPet.mutateAsync({ petId, ...body });
    } catch {
      return false; // the toast says it; what was typed stays
    }
    if (!note) setText("");
    setAlert(false);
    setPet(NO_PET);
    setPhotos(noPhotos);
    onDone?.();
    return true;
  };
  const kept = note ?? noPhotos;
  const repainted = photos.beforePhotoPath !== kept.beforePhotoPath || photos.afterPhotoPath !== kept.afterPhotoPath;
  const dirty = text.trim() !== (note?.note ?? "") || alert !== (note?.isAlert ?? false) || repainted;
  const open = note !== undefined || text !== "";
  return (
    <Box sx={{ mb: 1.5 }}>
      <UnsavedGuard dirty={dirty && open && !busy} onSave={save} />
      <TextField
        multiline
        minRows={open ? 2 : 1}
        value={text}
        autoFocus={note !== undefined}
        placeholder="Write a note"
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && text.trim()) void save();
          if (event.key === "Escape") onDone?.();
        }}
        slotProps={{ htmlInput: { "aria-label": "Note", maxLength: 10_000 } }}
      />
      {open && petId !== NO_PET && <NotePhotos photos={photos} onChange={setPhotos} />}
      {open && (
        <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: 1, mt: 1.5 }}>
          {pets.length > 0 && (
            <TextField
              select
              size="small"
              label="About"
              value={petId}
              onChange={(event) => setPet(event.target.value)}
              sx={{ width: 150, mr: 1 }}
            >
              <MenuItem value={NO_PET}>The client</MenuItem>
              {pets.map((pet) => (
                <MenuItem key={pet.petId} value={pet.petId}>
                  {pet.petName}
                </MenuItem>
              ))}
            </TextField>
          )}
          <FormControlLabel
            sx={{ mr: "auto" }}
            control={<Switch size="small" checked={alert} onChange={(_, on) => setAlert(on)} />}
            label="Show as an alert"
          />
          <Button variant="text" onClick={() => (note ? onDone?.() : setText(""))}>
            Cancel
          </Button>
          <Button variant="contained" color="primary" disabled={!text.trim()} loading={busy} onClick={() => void save()}>
            {note ? "Save note" : "Add note"}
          </Button>
        </Box>
      )}
    </Box>
  );
};
