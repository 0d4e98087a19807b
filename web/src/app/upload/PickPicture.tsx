import Button, { type ButtonProps } from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { type ReactNode, useRef } from "react";
import type { Way } from "./pieces.ts";
import { UploadProgress } from "./UploadProgress.tsx";
import { PICTURES, pictureProblem, type Stored, uploadPicture } from "./upload.ts";
import { useUpload } from "./useUpload.ts";

/** As large as the server takes files, in megabytes; it makes pictures smaller by itself. */
const LARGEST = 25;

type Props = {
  onPicked: (stored: Stored) => void;
  /** What the button says. */
  children: ReactNode;
  disabled?: boolean;
  /** Where the file goes; without it, to the pictures of the company. */
  upload?: ((file: File, way: Way) => Promise<Stored>) | undefined;
  mostMegabytes?: number | undefined;
  button?: ButtonProps;
  /** What stands beside the button while nothing is on its way. */
  beside?: ReactNode;
};

/** A button that chooses a picture and sends it, with how far it is and what was wrong with it. */
export const PickPicture = ({
  onPicked,
  children,
  disabled = false,
  upload = uploadPicture,
  mostMegabytes = LARGEST,
  button,
  beside,
}: Props) => {
  const input = useRef<HTMLInputElement>(null);
  const { start, cancel, share, problem, setProblem } = useUpload(upload, onPicked);
  const busy = share !== undefined;
  const take = (file: File | undefined) => {
    if (!file) return;
    const wrong = pictureProblem(file, mostMegabytes);
    setProblem(wrong);
    if (!wrong) void start(file);
  };
  return (
    <>
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
      <Button {...button} disabled={disabled || busy} onClick={() => input.current?.click()}>
        {children}
      </Button>
      {!busy && beside}
      {busy && <UploadProgress share={share} onCancel={cancel} />}
      {problem && (
        <Typography role="alert" variant="body2" color="error">
          {problem}
        </Typography>
      )}
    </>
  );
};
