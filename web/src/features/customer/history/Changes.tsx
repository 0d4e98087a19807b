import { useQuery } from "@connectrpc/connect-query";
import { StaffScheduleService } from "@leashline/proto/leashline/calendar/v1/staff_schedule_service_pb.js";
import { HistoryService } from "@leashline/proto/leashline/customer/v1/history_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { LONG_STALE } from "../../../app/calls/query-client.ts";
import { ErrorState } from "../../../ui/feedback/ErrorState.tsx";
import { RowsSkeleton } from "../../../ui/feedback/Skeletons.tsx";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { Section } from "../../../ui/page/Section.tsx";
import type { ClientDetail } from "../shared/types.ts";
import { changeText } from "./change-text.ts";

const [FEW, MORE, MOST] = [10, 50, 200];

/** Who changed what about the client, their pets, notes, addresses and contacts, newest first. */
export const Changes = ({ detail }: { detail: ClientDetail }) => {
  const format = useFormat();
  const customerId = detail.client?.customerId ?? "0";
  const [pageSize, setSize] = useState(FEW);
  const log = useQuery(HistoryService.method.listClientHistory, { customerId, pageSize }, { placeholderData: keepPreviousData });
  const staff = useQuery(StaffScheduleService.method.listCalendarStaff, {}, { staleTime: LONG_STALE, meta: { quiet: true } }).data?.staff;
  const names = new Map(staff?.map((one) => [one.staffId, `${one.firstName} ${one.lastName}`.trim()]));
  return (
    <Section title="Changes">
      {log.isPending && <RowsSkeleton rows={3} height={44} />}
      {log.error && !log.data ? <ErrorState compact error={log.error} onRetry={() => void log.refetch()} /> : null}
      <Box component="ol" sx={{ listStyle: "none", m: 0, p: 0 }}>
        {log.data?.entries.map((entry) => {
          const { title, detail: what } = changeText(entry, format.day);
          return (
            <Box
              component="li"
              key={entry.id}
              sx={{ py: 0.75, borderTop: 1, borderColor: "lineSoft", "&:first-of-type": { borderTop: 0 } }}
            >
              <Typography sx={{ overflowWrap: "anywhere" }}>
                {title}
                {what && (
                  <Box component="span" sx={{ color: "text.secondary" }}>
                    {" "}
                    · {what}
                  </Box>
                )}
              </Typography>
              <Typography variant="body2" color="textSecondary">
                {[names.get(entry.staffId), format.instant(entry.time)].filter(Boolean).join(" · ")}
              </Typography>
            </Box>
          );
        })}
      </Box>
      {log.data?.nextPageToken && pageSize < MOST && (
        <Button sx={{ mt: 1 }} loading={log.isPlaceholderData} onClick={() => setSize(pageSize === FEW ? MORE : MOST)}>
          Show older changes
        </Button>
      )}
    </Section>
  );
};
