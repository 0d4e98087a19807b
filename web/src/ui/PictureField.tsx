import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useId, useRef, useState } from "react";
import { messageOf } from "../app/call-errors.ts";
import { PICTURES, pictureProblem, uploadPicture } from "../app/upload.ts";
import { Avatar } from "./Avatar.tsx";

type Props = {
  /** Whose picture: for the label and the initials until there is one. */
  name: string;
  id?: string;
  /** Where the picture is; empty for none. */
  value: string;
  onChange: (path: string) => void;
  disabled?: boolean;
  /** Where the file goes; without it, to the pictures of the company. */
  upload?: (file: File) => Promise<string>;
};

/** A face or a logo: shown round, replaced by choosing another file, taken away again. */
export const PictureField = ({ name, id, value, onChange, disabled = false, upload = uploadPicture }: Props) => {
  const input = useRef<HTMLInputElement>(null);
  const inputId = useId();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const take = async (file: File | undefined) => {
    if (!file) return;
    const wrong = pictureProblem(file);
    setProblem(wrong);
    if (wrong) return;
    setBusy(true);
    try {
      onChange(await upload(file));
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Box sx={{ display: "flex", alignItems: "center", gap: 1.5 }}>
      {value ? (
        <Box
          component="img"
          src={value}
          alt={`Picture of ${name}`}
          sx={{ width: 64, height: 64, flex: "none", borderRadius: "50%", objectFit: "cover", bgcolor: "lineSoft" }}
        />
      ) : (
        <Avatar name={name || "?"} size={64} {...(id && { id })} />
      )}
      <Box>
        <input
          ref={input}
          id={inputId}
          type="file"
          accept={PICTURES}
          aria-label="Picture file"
          hidden
          onChange={(event) => {
            void take(event.target.files?.[0]);
            event.target.value = "";
          }}
        />
        <Button size="small" disabled={disabled} loading={busy} onClick={() => input.current?.click()}>
          {value ? "Another picture" : "Add a picture"}
        </Button>
        {value && (
          <Button size="small" variant="text" disabled={disabled || busy} onClick={() => onChange("")}>
            Take away
          </Button>
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
