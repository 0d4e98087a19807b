import { useInfiniteQuery } from "@connectrpc/connect-query";
import { type DuplicateGroup, DuplicateReason, MergeService } from "@leashline/proto/leashline/customer/v1/merge_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Typography from "@mui/material/Typography";
import { useEffect, useState } from "react";
import { useCan } from "../../../app/session/session.ts";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { ErrorState } from "../../../ui/feedback/ErrorState.tsx";
import { RowsSkeleton } from "../../../ui/feedback/Skeletons.tsx";
import { PageFrame } from "../../../ui/page/PageFrame.tsx";
import { StatusChip } from "../../../ui/StatusChip.tsx";
import { clientName } from "../shared/client-name.ts";
import { NotTheSame } from "./NotTheSame.tsx";
import { Person } from "./Person.tsx";

export const reasonWords: Record<DuplicateReason, string> = {
  [DuplicateReason.UNSPECIFIED]: "",
  [DuplicateReason.PHONE]: "Same phone number",
  [DuplicateReason.EMAIL]: "Same email",
  [DuplicateReason.NAME_AND_PET]: "Same name and pet",
  [DuplicateReason.NAME_AND_ADDRESS]: "Same name and address",
  [DuplicateReason.NEAR_NAME_AND_PET]: "Similar name, same pet",
  [DuplicateReason.NEAR_NAME_AND_ADDRESS]: "Similar name, same address",
};
type OnCompare = (winnerId: string, loserId: string) => void;

/** People who may be there twice, group by group. */
export const Duplicates = ({ onCompare }: { onCompare: OnCompare }) => {
  const pages = useInfiniteQuery(
    MergeService.method.listDuplicates,
    { pageSize: 20, pageToken: "" },
    { pageParamKey: "pageToken", getNextPageParam: ({ nextPageToken }) => nextPageToken || undefined },
  );
  const groups = pages.data?.pages.flatMap((page) => page.groups) ?? [];
  const { hasNextPage, isFetchingNextPage, fetchNextPage, error } = pages;
  const [wanted, setWanted] = useState(1);
  // A page can come out empty before the last one.
  const looking = groups.length < wanted && hasNextPage && !error;
  useEffect(() => {
    if (looking && !isFetchingNextPage) void fetchNextPage();
  }, [looking, isFetchingNextPage, fetchNextPage]);
  return (
    <PageFrame title="Possible duplicates" back="/client" maxWidth={860}>
      <Typography color="textSecondary" sx={{ mb: 2 }}>
        Clients with the same phone number or email, or with the same or a similar name and a pet or address in common.
      </Typography>
      {pages.isPending || (looking && groups.length === 0) ? (
        <RowsSkeleton rows={4} height={96} />
      ) : error && groups.length === 0 ? (
        <ErrorState error={error} what="Duplicates could not be loaded" onRetry={() => void pages.refetch()} />
      ) : groups.length === 0 ? (
        <EmptyState
          icon="clients"
          title="No duplicates found"
          text="To merge two clients who have nothing in common here, open one of them and choose Merge."
        />
      ) : (
        <Box component="ul" aria-label="Possible duplicates" sx={{ display: "grid", gap: 1.5, m: 0, p: 0, listStyle: "none" }}>
          {groups.map((group) => (
            <Group
              key={`${group.reason} ${group.clients.map(({ client }) => client?.customerId).join(" ")}`}
              group={group}
              onCompare={onCompare}
            />
          ))}
        </Box>
      )}
      {groups.length > 0 && hasNextPage && (
        <Button sx={{ mt: 2 }} loading={looking || isFetchingNextPage} onClick={() => setWanted(groups.length + 1)}>
          Show more
        </Button>
      )}
    </PageFrame>
  );
};

const Group = ({ group: { reason, clients }, onCompare }: { group: DuplicateGroup; onCompare: OnCompare }) => {
  const canMerge = useCan("deleteClient");
  const canDismiss = useCan("editClient") || canMerge;
  // The record with the longest history stays, unless somebody swaps the two.
  const [first, ...others] = clients.toSorted((a, b) => b.appointments - a.appointments);
  const winnerId = first?.client?.customerId ?? "0";
  return (
    <Card component="li" sx={{ p: 2, display: "grid", gap: 1.25 }}>
      <Box>
        <StatusChip>{reasonWords[reason]}</StatusChip>
      </Box>
      {first && <Person person={first} />}
      {others.map((other) => (
        <Person
          key={other.client?.customerId}
          person={other}
          action={
            <>
              {canDismiss && other.client && (
                <NotTheSame customerId={winnerId} other={{ id: other.client.customerId, name: clientName(other.client) }} />
              )}
              {canMerge && (
                <Button size="small" variant="outlined" onClick={() => onCompare(winnerId, other.client?.customerId ?? "0")}>
                  Compare
                </Button>
              )}
            </>
          }
        />
      ))}
    </Card>
  );
};
