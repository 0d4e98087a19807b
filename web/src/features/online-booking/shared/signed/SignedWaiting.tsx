import type { WaitlistEntry } from "@leashline/proto/leashline/online_booking/v1/waitlist_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { lazy, Suspense, useState } from "react";
import { useFormat } from "../../../../ui/format/useFormat.ts";

const SignedSheets = lazy(async () => ({ default: (await import("./SignedSheet.tsx")).SignedSheets }));

/** What whoever waits signed as they joined: which agreement, who and when, and the text with the signature. */
export const SignedWaiting = ({ entry: { agreements } }: { entry: WaitlistEntry }) => {
  const format = useFormat();
  const [open, setOpen] = useState(false);
  if (agreements.length === 0) return null;
  return (
    <Box role="group" aria-label="Agreements signed">
      {agreements.map(({ agreementId, title, signerName, signedTime }) => (
        <Typography key={agreementId} color="textSecondary" sx={{ overflowWrap: "anywhere" }}>
          {title}: signed by {signerName}, {format.instant(signedTime)}
        </Typography>
      ))}
      <Button size="small" onClick={() => setOpen(true)}>
        Read what was signed
      </Button>
      <Suspense>{open && <SignedSheets agreements={agreements} onClose={() => setOpen(false)} />}</Suspense>
    </Box>
  );
};
