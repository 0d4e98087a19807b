import Button from "@mui/material/Button";
import Skeleton from "@mui/material/Skeleton";
import { lazy, Suspense, useState } from "react";
import type { Session } from "../Home.tsx";
import type { CorrectField } from "./correct-fields.ts";

const CorrectForm = lazy(() => import("./CorrectForm.tsx"));

type Props = {
  session: Session /** Whose data it is, for example "Rex". */;
  name: string;
  fields: () => CorrectField[];
  onDone: () => void;
};

/** Opens the form in its place. */
export const Correct = ({ session, name, fields, onDone }: Props) => {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const done = () => {
    close();
    onDone();
  };
  if (!open)
    return (
      <Button onClick={() => setOpen(true)} aria-label={`Change ${name}`} sx={{ mt: 1, minHeight: 44 }}>
        Change
      </Button>
    );
  return (
    <Suspense fallback={<Skeleton variant="rounded" height={240} sx={{ mt: 1.5 }} />}>
      <CorrectForm session={session} name={name} fields={fields()} onDone={done} onClose={close} />
    </Suspense>
  );
};
