import Button, { type ButtonProps } from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { type ReactNode, useRef } from "react";
import { PICTURES, type Stored, uploadFile } from "./upload.ts";
import { useUpload } from "./useUpload.ts";

const LARGEST = 25;
/** Which kinds of files are taken, and what is said to another. */
export type Kinds = { accept: string; words: string };
const KINDS: Kinds = { accept: `application/pdf,${PICTURES}`, words: "Choose a PDF or a picture." };

/** What is wrong with a file before it is sent; the server tells kinds by content and says no for itself. */
const problemOf = ({ type, size }: File, { accept, words }: Kinds): string | undefined => {
  if (!accept.split(",").includes(type)) return words;
  if (size === 0) return "This file is empty.";
  return size > LARGEST * 1024 * 1024 ? `Choose a file of at most ${LARGEST} MB.` : undefined;
};

type Props = {
  /** What the file is: "Proof of Rabies". */
  label: string;
  onPicked: (stored: Stored, file: File) => void;
  busy?: boolean;
  kinds?: Kinds;
  /** What is sent instead of a file that was chosen. */
  prepared?: (file: File) => Promise<File>;
  button?: ButtonProps;
  children: ReactNode;
};

/** A button that sends in a photo or a PDF for people of the business alone. */
export const PickPaper = ({
  label,
  onPicked,
  busy = false,
  kinds = KINDS,
  prepared = async (file) => file,
  button = { size: "small" },
  children,
}: Props) => {
  const input = useRef<HTMLInputElement>(null);
  const { start, share, problem, setProblem } = useUpload(
    async (file, way) => ({ stored: await uploadFile(await prepared(file), false, way), file }),
    ({ stored, file }) => onPicked(stored, file),
  );
  const take = (file: File | undefined) => {
    if (!file) return;
    const wrong = problemOf(file, kinds);
    setProblem(wrong);
    if (!wrong) void start(file);
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={kinds.accept}
        aria-label={label}
        onChange={({ currentTarget }) => {
          take(currentTarget.files?.[0]);
          currentTarget.value = "";
        }}
      />
      <Button {...button} loading={share !== undefined || busy} onClick={() => input.current?.click()}>
        {children}
      </Button>
      {problem && (
        <Typography variant="body2" color="error" role="alert">
          {problem}
        </Typography>
      )}
    </>
  );
};
