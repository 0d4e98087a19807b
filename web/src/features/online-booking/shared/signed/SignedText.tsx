import { type BookingRequest, BookingRequestStatus } from "@leashline/proto/leashline/online_booking/v1/booking_request_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { lazy, Suspense, useState } from "react";
import { pathTo } from "../../../../app/routes/paths.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { TextLink } from "../../../../ui/links/Link.tsx";
import { StatusChip } from "../../../../ui/StatusChip.tsx";

const SignedSheet = lazy(() => import("./SignedSheet.tsx"));

export const SignedChip = ({ request: { agreements } }: { request: BookingRequest }) =>
  agreements.length > 0 && <StatusChip tone="ok">{agreements.length === 1 ? "Agreement signed" : "Agreements signed"}</StatusChip>;

/** Who signed what before the request was sent. Accepted, it stands with the client. */
export const SignedText = ({ request }: { request: BookingRequest }) => {
  const format = useFormat();
  const [open, setOpen] = useState(false);
  const { agreements, customerId, status } = request;
  const [first] = agreements;
  if (!first) return null;
  const titles = agreements.map(({ title }) => title).join(", ");
  return (
    <Box sx={{ display: "flex", gap: 1, alignItems: "center", flexWrap: "wrap" }}>
      <Typography color="textSecondary">
        Agreements signed: {first.signerName}, {format.instant(first.signedTime)} ({titles})
      </Typography>
      {status === BookingRequestStatus.ACCEPTED && customerId !== "0" ? (
        <TextLink to={pathTo("/client/:customerId/agreements/:panel?", { customerId })}>Open the client’s agreements</TextLink>
      ) : (
        <Button size="small" onClick={() => setOpen(true)}>
          Read what was signed
        </Button>
      )}
      <Suspense>{open && <SignedSheet id={request.id} onClose={() => setOpen(false)} />}</Suspense>
    </Box>
  );
};
