import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useRef } from "react";
import type { UseFormReturn } from "react-hook-form";
import { UploadProgress } from "../../../app/upload/UploadProgress.tsx";
import { PICTURES, pictureProblem, uploadPicture } from "../../../app/upload/upload.ts";
import { useUpload } from "../../../app/upload/useUpload.ts";
import { Icon } from "../../../ui/icons.tsx";
import { MoveButtons } from "../../../ui/lists/MoveButtons.tsx";
import { Section } from "../../../ui/page/Section.tsx";
import { moved, type Values } from "./landing-values.ts";

const MOST = 40;
const LARGEST = 25;

/** The pictures of the page, in the order in which they are shown. */
export const GalleryPanel = ({ form }: { form: UseFormReturn<Values> }) => {
  const gallery = form.watch("gallery");
  const set = (next: Values["gallery"]) => form.setValue("gallery", next, { shouldDirty: true });
  return (
    <Section title="Pictures">
      <Box sx={{ display: "grid", gap: 1.5 }}>
        {gallery.length === 0 && <Typography color="textSecondary">Show your shop and the pets you took care of.</Typography>}
        {gallery.map((picture, at) => (
          <Box key={picture.path} sx={{ display: "flex", alignItems: "center", gap: 1 }}>
            <Box
              component="img"
              src={`${picture.path}?width=320`}
              alt={picture.caption || `Picture ${at + 1}`}
              sx={{ width: 72, height: 72, flex: "none", objectFit: "cover", borderRadius: 1.25, bgcolor: "lineSoft" }}
            />
            <TextField
              label={`What picture ${at + 1} shows`}
              fullWidth
              value={picture.caption}
              onChange={(event) => set(gallery.map((one, index) => (index === at ? { ...one, caption: event.target.value } : one)))}
              slotProps={{ htmlInput: { maxLength: 200 } }}
            />
            <MoveButtons name={`picture ${at + 1}`} at={at} count={gallery.length} onMove={(from, to) => set(moved(gallery, from, to))} />
            <IconButton aria-label={`Remove picture ${at + 1}`} onClick={() => set(gallery.filter((_, index) => index !== at))}>
              <Icon name="trash" />
            </IconButton>
          </Box>
        ))}
        {gallery.length < MOST && <AddPicture onAdd={(path) => set([...form.getValues("gallery"), { path, caption: "" }])} />}
      </Box>
    </Section>
  );
};

const AddPicture = ({ onAdd }: { onAdd: (path: string) => void }) => {
  const input = useRef<HTMLInputElement>(null);
  const { start, cancel, share, problem, setProblem } = useUpload(uploadPicture, ({ path }) => onAdd(path));
  const take = (file: File | undefined) => {
    if (!file) return;
    const wrong = pictureProblem(file, LARGEST);
    setProblem(wrong);
    if (!wrong) void start(file);
  };
  return (
    <Box>
      <input
        ref={input}
        type="file"
        accept={PICTURES}
        aria-label="Picture file"
        hidden
        onChange={(event) => {
          take(event.target.files?.[0]);
          event.target.value = "";
        }}
      />
      <Button startIcon={<Icon name="plus" />} disabled={share !== undefined} onClick={() => input.current?.click()}>
        Add a picture
      </Button>
      {share !== undefined && <UploadProgress share={share} onCancel={cancel} />}
      {problem && (
        <Typography role="alert" variant="body2" color="error">
          {problem}
        </Typography>
      )}
    </Box>
  );
};
