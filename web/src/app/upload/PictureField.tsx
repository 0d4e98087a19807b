import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { type ReactNode, useId, useRef, useState } from "react";
import { Avatar } from "../../ui/Avatar.tsx";
import type { Way } from "./pieces.ts";
import { UploadProgress } from "./UploadProgress.tsx";
import { PICTURES, pictureProblem, type Stored, uploadPicture } from "./upload.ts";
import { useUpload } from "./useUpload.ts";

type Props = {
  /** Whose picture: for the label and the initials until there is one. */
  name: string;
  id?: string;
  /** Where the picture is; empty for none. */
  value: string;
  onChange: (path: string) => void;
  disabled?: boolean;
  /** What stands there while there is no picture; else the initials. */
  stand?: ReactNode;
  /** Where the file goes; without it, to the pictures of the company. */
  upload?: (file: File, way: Way) => Promise<Stored>;
  mostMegabytes?: number;
};

/** As large as the server takes files; it makes pictures smaller by itself. */
const LARGEST = 25;

/** A face or a logo: shown round, replaced by choosing another file, taken away again. */
export const PictureField = ({
  name,
  id,
  value,
  onChange,
  disabled = false,
  upload = uploadPicture,
  mostMegabytes = LARGEST,
  stand,
}: Props) => {
  const input = useRef<HTMLInputElement>(null);
  const inputId = useId();
  const [held, setHeld] = useState(false);
  const { start, cancel, share, problem, setProblem } = useUpload(upload, (stored) => {
    setHeld(stored.held);
    onChange(stored.path);
  });
  const busy = share !== undefined;
  const take = (file: File | undefined) => {
    if (!file) return;
    const wrong = pictureProblem(file, mostMegabytes);
    setProblem(wrong);
    if (!wrong) void start(file);
  };
  return (
    <Box sx={{ display: "flex", alignItems: "center", gap: 1.5 }}>
      {value && !held ? (
        <Box
          component="img"
          src={value}
          alt={`Picture of ${name}`}
          sx={{ width: 64, height: 64, flex: "none", borderRadius: "50%", objectFit: "cover", bgcolor: "lineSoft" }}
        />
      ) : (
        (stand ?? <Avatar name={name || "?"} size={64} {...(id && { id })} />)
      )}
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <input
          ref={input}
          id={inputId}
          type="file"
          accept={PICTURES}
          aria-label="Picture file"
          hidden
          onChange={(event) => {
            take(event.target.files?.[0]);
            event.target.value = "";
          }}
        />
        <Button size="small" disabled={disabled || busy} onClick={() => input.current?.click()}>
          {value ? "Another picture" : "Add a picture"}
        </Button>
        {value && (
          <Button size="small" variant="text" disabled={disabled || busy} onClick={() => onChange("")}>
            Remove
          </Button>
        )}
        {busy && <UploadProgress share={share} onCancel={cancel} />}
        {held && !busy && (
          <Typography variant="body2" color="textSecondary">
            Picture uploaded. It appears once the virus scan is done.
          </Typography>
        )}
        {problem && (
          <Typography role="alert" variant="body2" color="error">
            {problem}
          </Typography>
        )}
      </Box>
    </Box>
  );
};
