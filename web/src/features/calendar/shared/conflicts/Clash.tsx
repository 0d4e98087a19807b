import type { TimeConflict } from "@leashline/proto/leashline/options/v1/problem_pb.js";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { clashText } from "./clash.ts";

/** Names what is in the way: whose appointment, which class or block, or the hours that somebody works. */
export const Clash = ({ detail }: { detail: TimeConflict | undefined }) => {
  const format = useFormat();
  const { kind, appointmentId, classId, rangeStart, rangeEnd } = detail ?? {};
  const { data } = useQuery({
    queryKey: ["clash", kind, appointmentId, classId, rangeStart, rangeEnd],
    queryFn: () => clashText(detail, format),
    enabled: detail !== undefined,
    meta: { quiet: true },
  });
  return data ? (
    <Typography variant="body2" sx={{ mb: 1 }}>
      {data}
    </Typography>
  ) : null;
};
