import Box from "@mui/material/Box";
import IconButton from "@mui/material/IconButton";
import Link from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import { Icon } from "../../ui/icons.tsx";
import { PickPicture } from "./PickPicture.tsx";
import { uploadFile } from "./upload.ts";

const MOST = 10;
type Props = {
  value: readonly string[];
  /** What the pictures are of, as they are called to who does not see them. */
  of: string;
  /** Whoever knows the address may open them; else only people of the business. */
  isPublic?: boolean;
  /** Left out where they are only shown. */
  onChange?: (paths: string[]) => void;
};

/** A few photos, each opened by a press. */
export const PhotosField = ({ value, of, isPublic = false, onChange }: Props) => (
  <Box role="group" aria-label="Photos" sx={{ display: "grid", gap: 1 }}>
    <Typography variant="h3">Photos</Typography>
    <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1 }}>
      {value.map((path, at) => (
        <Box key={path} sx={{ position: "relative" }}>
          <Link href={path} target="_blank" rel="noreferrer">
            <Box
              component="img"
              src={path}
              alt={`${of}, ${at + 1} of ${value.length}`}
              sx={{ width: 96, height: 96, objectFit: "cover", borderRadius: 1, bgcolor: "lineSoft", display: "block" }}
            />
          </Link>
          {onChange && (
            <IconButton
              size="small"
              aria-label={`Remove photo ${at + 1}`}
              onClick={() => onChange(value.filter((one) => one !== path))}
              sx={{ position: "absolute", top: 2, right: 2, bgcolor: "background.paper" }}
            >
              <Icon name="close" sx={{ width: 14, height: 14 }} />
            </IconButton>
          )}
        </Box>
      ))}
    </Box>
    {onChange && value.length < MOST && (
      <Box>
        <PickPicture
          button={{ size: "small" }}
          upload={(file, way) => uploadFile(file, isPublic, way)}
          onPicked={({ path }) => onChange([...value.filter((one) => one !== path), path])}
        >
          Add a photo
        </PickPicture>
      </Box>
    )}
  </Box>
);
