import { useQuery } from "@connectrpc/connect-query";
import { BookingExportService } from "@leashline/proto/leashline/online_booking/v1/booking_export_pb.js";
import { BookingRequestService, BookingRequestStatus } from "@leashline/proto/leashline/online_booking/v1/booking_request_pb.js";
import { OnlineBookingSettingService } from "@leashline/proto/leashline/online_booking/v1/setting_pb.js";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Skeleton from "@mui/material/Skeleton";
import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import { keepPreviousData } from "@tanstack/react-query";
import { clientFor } from "../../../app/calls/transport.ts";
import { pathTo } from "../../../app/routes/paths.ts";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { ErrorState } from "../../../ui/feedback/ErrorState.tsx";
import { LinkButton } from "../../../ui/links/Link.tsx";
import { useQueryChange } from "../../../ui/links/over.ts";
import { HeaderActions } from "../../../ui/page/HeaderActions.tsx";
import { PageFrame } from "../../../ui/page/PageFrame.tsx";
import { saveCsv } from "../../../ui/save-csv.ts";
import { ConflictHost } from "../../calendar/shared/conflicts/ConflictHost.tsx";
import { ChangesAsked } from "../shared/changes/ChangesAsked.tsx";
import { CorrectionsSent } from "../shared/corrections/CorrectionsSent.tsx";
import { RequestCard } from "../shared/RequestCard.tsx";
import { useUnsigned } from "../shared/RequestChips.tsx";

const files = clientFor(BookingExportService);
const tabs = [
  { name: "waiting", label: "Waiting", status: BookingRequestStatus.SUBMITTED, empty: "No requests waiting" },
  { name: "accepted", label: "Accepted", status: BookingRequestStatus.ACCEPTED, empty: "No accepted requests yet" },
  { name: "waitlisted", label: "Waitlisted", status: BookingRequestStatus.WAITLISTED, empty: "No requests on the waitlist" },
  { name: "canceled", label: "Canceled", status: BookingRequestStatus.CANCELLED, empty: "No canceled requests" },
  { name: "declined", label: "Declined", status: BookingRequestStatus.DECLINED, empty: "No declined requests" },
] as const;

/** What pet parents asked for on the storefront; each keeps its time until somebody decides. */
const RequestsPage = () => {
  const { query, set } = useQueryChange();
  const tab = tabs.find((one) => one.name === query.get("tab")) ?? tabs[0];
  const page = Math.max(1, Number(query.get("page")) || 1);
  const onlyLate = tab === tabs[0] && query.get("late") === "1";
  const { data, error, refetch } = useQuery(
    BookingRequestService.method.listBookingRequests,
    { status: tab.status, pageSize: 20, pageNum: page, lateFirst: true, onlyLate },
    { placeholderData: keepPreviousData },
  );
  const unsigned = useUnsigned(data?.bookingRequests ?? []);
  const waiting = useQuery(
    BookingRequestService.method.listBookingRequests,
    { status: BookingRequestStatus.SUBMITTED, pageSize: 1, pageNum: 1 },
    { meta: { quiet: true }, enabled: tab.status !== BookingRequestStatus.SUBMITTED || onlyLate },
  ).data;
  const totalOf = ({ status }: (typeof tabs)[number]) =>
    status === tab.status && !onlyLate ? data?.total : status === BookingRequestStatus.SUBMITTED ? waiting?.total : undefined;
  const name = useQuery(OnlineBookingSettingService.method.getOnlineBookingSetting, {}, { meta: { quiet: true } }).data?.setting
    ?.bookOnlineName;
  const pages = Math.ceil((data?.total ?? 0) / 20);
  return (
    <PageFrame
      title="Booking requests"
      maxWidth={860}
      actions={
        <HeaderActions
          more={[
            { label: "Waitlist", to: "/waitingList" },
            ...(name ? [{ label: "Open the booking page", href: pathTo("/ol/:bookOnlineName", { bookOnlineName: name }) }] : []),
            ...(data && data.total > 0
              ? [{ label: "Export", onClick: () => void saveCsv(files.exportBookingRequests({ status: tab.status })) }]
              : []),
          ]}
        />
      }
    >
      <Tabs
        value={tab.name}
        onChange={(_, next: string) => set({ tab: next, page: undefined, late: undefined })}
        aria-label="Request status"
        sx={{ mb: 2 }}
      >
        {tabs.map((one) => (
          <Tab key={one.name} value={one.name} label={[one.label, totalOf(one)].filter((part) => part !== undefined).join(" ")} />
        ))}
      </Tabs>
      {tab === tabs[0] && (data?.lateTotal || onlyLate) && (
        <Chip
          label={`Late ${data?.lateTotal ?? 0}`}
          color={onlyLate ? "primary" : "default"}
          aria-pressed={onlyLate}
          onClick={() => set({ late: onlyLate ? undefined : "1", page: undefined })}
          sx={{ mb: 2 }}
        />
      )}
      {tab === tabs[0] && <ChangesAsked />}
      {tab === tabs[0] && <CorrectionsSent />}
      {tab.status === BookingRequestStatus.WAITLISTED && (
        <Alert
          severity="info"
          sx={{ mb: 2 }}
          action={
            <LinkButton to="/waitingList" color="inherit">
              Open the waitlist
            </LinkButton>
          }
        >
          They wait on the waitlist now: there you offer them a time, or book them.
        </Alert>
      )}
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton variant="rounded" height={140} />
      ) : data.bookingRequests.length === 0 ? (
        <EmptyState
          icon="calendar"
          title={onlyLate ? "No late requests" : tab.empty}
          text={
            tab.status === BookingRequestStatus.WAITLISTED
              ? "Clients who are waiting for a time appear here, along with those you add yourself."
              : "Requests from your booking page appear here. Share its address with your clients."
          }
        />
      ) : (
        <Box component="ul" sx={{ listStyle: "none", m: 0, p: 0, display: "grid", gap: 1.25 }}>
          {data.bookingRequests.map((request) => (
            <RequestCard key={request.id} request={request} unsigned={unsigned} />
          ))}
        </Box>
      )}
      <ConflictHost />
      {pages > 1 && (
        <Box sx={{ display: "flex", justifyContent: "center", gap: 1, mt: 2 }}>
          <Button disabled={page === 1} onClick={() => set({ page: String(page - 1) })}>
            Newer
          </Button>
          <Button disabled={page >= pages} onClick={() => set({ page: String(page + 1) })}>
            Older
          </Button>
        </Box>
      )}
    </PageFrame>
  );
};

export default RequestsPage;
