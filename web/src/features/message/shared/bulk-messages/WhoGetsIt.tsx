import type { BulkMessageCounts } from "@leashline/proto/leashline/message/v1/bulk_message_service_pb.js";
import Box from "@mui/material/Box";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { ErrorState } from "../../../../ui/feedback/ErrorState.tsx";
import { plural } from "../../../../ui/format/text.ts";
import { leftOutWords } from "./left-out.ts";

type Props = { counts: BulkMessageCounts | undefined; error: Error | null; byText: boolean; onRetry: () => void };

/** How many of those who are ticked get it, and why the others do not. */
export const WhoGetsIt = ({ counts, error, byText, onRetry }: Props) => {
  if (error) return <ErrorState error={error} onRetry={onRetry} />;
  if (!counts) return <Skeleton variant="rounded" height={60} />;
  const lines = leftOutWords(counts, byText);
  return (
    <Box role="status" sx={{ p: 1.5, borderRadius: 1, bgcolor: "lineSoft" }}>
      <Typography sx={{ fontWeight: 600 }}>
        {counts.reached} of {plural(counts.chosen, "client")} {counts.reached === 1 ? "gets" : "get"} it
      </Typography>
      {lines.length > 0 && (
        <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.5, color: "text.secondary" }}>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </Box>
      )}
    </Box>
  );
};
