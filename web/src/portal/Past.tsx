import { useInfiniteQuery } from "@connectrpc/connect-query";
import { PortalService } from "@leashline/proto/leashline/online_booking/v1/portal_pb.js";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import type { Business } from "../storefront/appointment/page.ts";
import { messageOf } from "../ui/feedback/call-errors.ts";
import { ErrorState } from "../ui/feedback/ErrorState.tsx";
import type { Session } from "./Home.tsx";
import { Part } from "./Part.tsx";
import { VisitLink } from "./VisitLink.tsx";

/** What was, the newest first. */
export const Past = ({ session, business }: { session: Session; business: Business }) => {
  const found = useInfiniteQuery(
    PortalService.method.listPortalVisits,
    { session, pageToken: "" },
    { pageParamKey: "pageToken", getNextPageParam: ({ nextPageToken }) => nextPageToken || undefined, meta: { quiet: true } },
  );
  const visits = found.data?.pages.flatMap((page) => page.visits) ?? [];
  return (
    <Part title="Past visits">
      {found.isPending && <Skeleton variant="rounded" height={90} />}
      {found.error && !found.data && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      {found.data && visits.length === 0 && !found.hasNextPage && <Typography color="textSecondary">None yet.</Typography>}
      {visits.map((visit) => (
        <VisitLink key={visit.token} business={business} visit={visit} />
      ))}
      {found.error && found.data && (
        <Alert severity="error" sx={{ mt: 1 }}>
          {messageOf(found.error)}
        </Alert>
      )}
      {found.hasNextPage && (
        <Button loading={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()} sx={{ minHeight: 44 }}>
          Show earlier visits
        </Button>
      )}
    </Part>
  );
};
