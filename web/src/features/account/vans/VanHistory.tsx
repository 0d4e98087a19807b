import { useQuery } from "@connectrpc/connect-query";
import { VanService } from "@leashline/proto/leashline/account/v1/van_service_pb.js";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { ErrorState } from "../../../ui/feedback/ErrorState.tsx";
import { RowsSkeleton } from "../../../ui/feedback/Skeletons.tsx";
import { useFormat } from "../../../ui/format/useFormat.ts";

/** Who drove a van and when, latest first. */
export const VanHistory = ({ vanId }: { vanId: string }) => {
  const format = useFormat();
  const history = useQuery(VanService.method.listVanStaffHistory, { vanId });
  return (
    <Box component="section" aria-label="Who drove it">
      <Typography variant="subtitle2">Who drove it</Typography>
      {history.error && !history.data && <ErrorState compact error={history.error} onRetry={() => void history.refetch()} />}
      {!history.data && !history.error && <RowsSkeleton rows={2} height={36} />}
      {history.data?.history.length === 0 && <Typography color="textSecondary">Nobody yet.</Typography>}
      <Box component="ul" sx={{ listStyle: "none", m: 0, p: 0 }}>
        {history.data?.history.map((one) => (
          <Box component="li" key={`${one.staff?.staffId}/${one.startTime?.seconds}`} sx={{ py: 0.5 }}>
            <Typography>{`${one.staff?.firstName ?? ""} ${one.staff?.lastName ?? ""}`.trim() || "A former staff member"}</Typography>
            <Typography variant="body2" color="textSecondary">
              {format.instant(one.startTime)} – {one.endTime ? format.instant(one.endTime) : "now"}
            </Typography>
          </Box>
        ))}
      </Box>
    </Box>
  );
};
