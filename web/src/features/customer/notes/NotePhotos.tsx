import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Link from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import { PickPicture } from "../../../app/upload/PickPicture.tsx";
import { uploadFile } from "../../../app/upload/upload.ts";

export type BeforeAfter = { beforePhotoPath: string; afterPhotoPath: string };
export const noPhotos: BeforeAfter = { beforePhotoPath: "", afterPhotoPath: "" };
const sides = [
  { field: "beforePhotoPath", name: "Before" },
  { field: "afterPhotoPath", name: "After" },
] as const;

type Props = {
  photos: BeforeAfter;
  /** Left out where they are only shown. */
  onChange?: (photos: BeforeAfter) => void;
};

/** How a pet looked before and after, side by side. */
export const NotePhotos = ({ photos, onChange }: Props) => (
  <Box role="group" aria-label="Before and after" sx={{ display: "flex", gap: 1.5, flexWrap: "wrap", mt: 1 }}>
    {sides
      .filter(({ field }) => onChange || photos[field])
      .map(({ field, name }) => (
        <Box key={field} sx={{ display: "grid", gap: 0.5, justifyItems: "start", alignContent: "start" }}>
          <Typography variant="body2" color="textSecondary">
            {name}
          </Typography>
          {photos[field] && (
            <Link href={photos[field]} target="_blank" rel="noreferrer">
              <Box
                component="img"
                src={photos[field]}
                alt={`${name} the visit`}
                sx={{ width: 120, height: 120, objectFit: "cover", borderRadius: 1, bgcolor: "lineSoft", display: "block" }}
              />
            </Link>
          )}
          {onChange && photos[field] && (
            <Button size="small" variant="text" onClick={() => onChange({ ...photos, [field]: "" })}>
              Remove photo of {name.toLowerCase()}
            </Button>
          )}
          {onChange && !photos[field] && (
            <PickPicture
              button={{ size: "small" }}
              upload={(file, way) => uploadFile(file, false, way)}
              onPicked={({ path }) => onChange({ ...photos, [field]: path })}
            >
              Add photo of {name.toLowerCase()}
            </PickPicture>
          )}
        </Box>
      ))}
  </Box>
);
