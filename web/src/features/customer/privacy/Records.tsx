import { useInfiniteQuery } from "@connectrpc/connect-query";
import { type PrivacyRecord, PrivacyRecordKind, PrivacyService } from "@leashline/proto/leashline/customer/v1/privacy_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { ErrorState } from "../../../ui/feedback/ErrorState.tsx";
import { RowsSkeleton } from "../../../ui/feedback/Skeletons.tsx";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { Section } from "../../../ui/page/Section.tsx";

/** Copies given out and erasures, the newest first; "0": of everybody. */
export const Records = ({ customerId }: { customerId: string }) => {
  const found = useInfiniteQuery(
    PrivacyService.method.listPrivacyRecords,
    { customerId, pageSize: 50, pageToken: "" },
    { pageParamKey: "pageToken", getNextPageParam: ({ nextPageToken }) => nextPageToken || undefined },
  );
  const records = found.data?.pages.flatMap((page) => page.records) ?? [];
  if (found.isPending) return <RowsSkeleton rows={4} height={44} />;
  if (found.error && !found.data) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  if (records.length === 0)
    return customerId === "0" ? (
      <EmptyState
        icon="clients"
        title="No privacy requests yet"
        text="When a client asks for a copy of their data or to be erased, open their profile and choose Privacy."
      />
    ) : null;
  return (
    <Section title={customerId === "0" ? "Done so far" : "Records"}>
      <Box sx={{ display: "grid", gap: 1.25 }}>
        {records.map((record) => (
          <Line key={record.privacyRecordId} record={record} everybody={customerId === "0"} />
        ))}
        {found.hasNextPage && (
          <Button size="small" sx={{ justifySelf: "start" }} loading={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
            Show more
          </Button>
        )}
      </Box>
    </Section>
  );
};

const Line = ({ record, everybody }: { record: PrivacyRecord; everybody: boolean }) => {
  const format = useFormat();
  const what = record.kind === PrivacyRecordKind.ERASURE ? "Client erased" : "Copy of data downloaded";
  return (
    <Box sx={{ minWidth: 0, overflowWrap: "anywhere" }}>
      <Typography>{everybody ? `${what}: client no. ${record.customerId}` : what}</Typography>
      <Typography variant="body2" color="textSecondary">
        {[record.staffName, format.instant(record.makeTime), record.reason].filter(Boolean).join(" · ")}
      </Typography>
    </Box>
  );
};
