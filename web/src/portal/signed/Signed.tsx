import { timestampDate } from "@bufbuild/protobuf/wkt";
import { useInfiniteQuery, useMutation } from "@connectrpc/connect-query";
import type { PortalAgreement } from "@leashline/proto/leashline/online_booking/v1/portal_file_pb.js";
import { PortalService } from "@leashline/proto/leashline/online_booking/v1/portal_pb.js";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { type Business, formatFor } from "../../storefront/appointment/page.ts";
import { messageOf } from "../../ui/feedback/call-errors.ts";
import { ErrorState } from "../../ui/feedback/ErrorState.tsx";
import { saveFile } from "../../ui/save-file.ts";
import { row } from "../file.ts";
import type { Session } from "../Home.tsx";
import { Part } from "../Part.tsx";

type Props = { session: Session; business: Business };

/** What they signed, the newest first, each as a file to keep; nothing for whoever signed nothing. */
export const Signed = ({ session, business }: Props) => {
  const found = useInfiniteQuery(
    PortalService.method.listPortalAgreements,
    { session, pageToken: "", pageSize: 5 },
    { pageParamKey: "pageToken", getNextPageParam: ({ nextPageToken }) => nextPageToken || undefined, meta: { quiet: true } },
  );
  const agreements = found.data?.pages.flatMap((page) => page.agreements) ?? [];
  if (found.error && !found.data)
    return (
      <Part title="Signed agreements">
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      </Part>
    );
  if (agreements.length === 0) return null;
  return (
    <Part title="Signed agreements">
      {agreements.map((agreement) => (
        <One key={agreement.agreementRecordId} agreement={agreement} session={session} business={business} />
      ))}
      {found.error && (
        <Alert severity="error" sx={{ mt: 1 }}>
          {messageOf(found.error)}
        </Alert>
      )}
      {found.hasNextPage && (
        <Button loading={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()} sx={{ minHeight: 44 }}>
          Show earlier agreements
        </Button>
      )}
    </Part>
  );
};

const One = ({ agreement, session, business }: Props & { agreement: PortalAgreement }) => {
  const { agreementRecordId, title, signTime, paper, expireTime, outdated } = agreement;
  const format = formatFor(business);
  const dayOf = (time: PortalAgreement["signTime"]): string => (time ? format.dayOf(timestampDate(time)) : "");
  const load = useMutation(PortalService.method.getPortalAgreement, {
    onSuccess: ({ fileName, content }) => saveFile(fileName, "application/pdf", content),
    meta: { quiet: true },
  });
  const counts = outdated ? "no longer counts" : expireTime && `good until ${dayOf(expireTime)}`;
  return (
    <Box sx={row}>
      <Box sx={{ display: "flex", alignItems: "center", gap: 1 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography variant="subtitle1">{title}</Typography>
          <Typography color="textSecondary">
            {[`${paper ? "On paper" : "Signed"} ${dayOf(signTime)}`.trim(), counts].filter(Boolean).join(", ")}
          </Typography>
        </Box>
        <Button
          variant="outlined"
          loading={load.isPending}
          aria-label={`Download ${title} as a PDF`}
          onClick={() => load.mutate({ session, agreementRecordId })}
          sx={{ minHeight: 44 }}
        >
          PDF
        </Button>
      </Box>
      {load.error && (
        <Alert severity="error" sx={{ mt: 1 }}>
          {messageOf(load.error)}
        </Alert>
      )}
    </Box>
  );
};
