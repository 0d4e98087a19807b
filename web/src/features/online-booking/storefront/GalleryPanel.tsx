import Box from "@mui/material/Box";
import IconButton from "@mui/material/IconButton";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import type { UseFormReturn } from "react-hook-form";
import { PickPicture } from "../../../app/upload/PickPicture.tsx";
import { Icon } from "../../../ui/icons.tsx";
import { MoveButtons } from "../../../ui/lists/MoveButtons.tsx";
import { Section } from "../../../ui/page/Section.tsx";
import { moved, type Values } from "./landing-values.ts";

const MOST = 40;

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
        {gallery.length < MOST && (
          <Box>
            <PickPicture
              button={{ startIcon: <Icon name="plus" /> }}
              onPicked={({ path }) => set([...form.getValues("gallery"), { path, caption: "" }])}
            >
              Add a picture
            </PickPicture>
          </Box>
        )}
      </Box>
    </Section>
  );
};
