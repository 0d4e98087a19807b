import { useQuery } from "@connectrpc/connect-query";
import { AppointmentWaitlistService } from "@leashline/proto/leashline/online_booking/v1/appointment_waitlist_service_pb.js";
import { BookingExportService } from "@leashline/proto/leashline/online_booking/v1/booking_export_pb.js";
import type { WaitlistEntry } from "@leashline/proto/leashline/online_booking/v1/waitlist_pb.js";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation, useParams } from "react-router";
import { clientFor } from "../../../app/calls/transport.ts";
import { pathTo } from "../../../app/routes/paths.ts";
import { useCan } from "../../../app/session/session.ts";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { LinkButton } from "../../../ui/links/Link.tsx";
import { asDrawer, useClose } from "../../../ui/links/over.ts";
import { useQueryState } from "../../../ui/links/useQueryState.ts";
import { DataList } from "../../../ui/lists/DataList.tsx";
import type { Column } from "../../../ui/lists/data-list.ts";
import { HeaderActions } from "../../../ui/page/HeaderActions.tsx";
import { PageFrame } from "../../../ui/page/PageFrame.tsx";
import { saveCsv } from "../../../ui/save-csv.ts";
import { useMobile } from "../../../ui/theme/useMobile.ts";
import { ConflictHost } from "../../calendar/shared/conflicts/ConflictHost.tsx";
import { useStaffNames } from "../../calendar/shared/useCalendar.ts";
import { EntryDrawer } from "../shared/waitlist/EntryDrawer.tsx";
import { useEstimates } from "../shared/waitlist/useEstimates.ts";
import { WaitDrawer } from "../shared/waitlist/WaitDrawer.tsx";
import { nameOf, whatOf } from "../shared/waitlist/wait-names.ts";
import { OfferSettingDrawer } from "./OfferSettingDrawer.tsx";
import { WaitFilters } from "./WaitFilters.tsx";
import { WaitState } from "./WaitState.tsx";
import { filtersOf, isNarrowed, start, whenOf, withWhom } from "./wait-words.ts";

const files = clientFor(BookingExportService);
/** growth §9. */
const SIZE = 10;
const LIST = "/waitingList";

/** Everybody who waits for a time, whatever kind of care it is for. */
const WaitlistPage = () => {
  const format = useFormat();
  const names = useStaffNames();
  const mobile = useMobile();
  const [mayAdd, maySet] = [useCan("createAndEditTicket"), useCan("onlineBookingSettings")];
  const [setting, setSetting] = useState(false);
  const [state, setState] = useQueryState(start);
  const { pathname, search } = useLocation();
  const { ticketId } = useParams();
  const close = useClose();
  const at = Math.max(1, Number(state.page) || 1);
  const list = useQuery(
    AppointmentWaitlistService.method.listWaitEntries,
    { filters: filtersOf(state), keyword: state.keyword, oldestFirst: state.order === "oldest", pageSize: SIZE, pageNum: at },
    { placeholderData: keepPreviousData },
  );
  const estimate = useEstimates(list.data?.entries ?? []);
  const exportAll = () => void saveCsv(files.exportWaitlist({ filters: filtersOf(state), keyword: state.keyword }));
  const back = () => close(`${LIST}${search}`);
  const columns: Column<WaitlistEntry>[] = [
    { key: "client", header: "Client", cell: (one) => <strong>{nameOf(one)}</strong> },
    { key: "what", header: "Waits for", cell: whatOf },
    { key: "when", header: "When", cell: (one) => whenOf(one, format) },
    { key: "staff", header: "Staff", wide: true, cell: (one) => withWhom(one, names) },
    { key: "until", header: "Until", nowrap: true, wide: true, cell: (one) => format.day(one.validTill) },
    { key: "since", header: "Since", nowrap: true, wide: true, cell: (one) => format.ago(one.createTime) },
    { key: "state", header: "", cell: (one) => <WaitState entry={one} /> },
    { key: "estimate", header: "Estimate", align: "right", nowrap: true, cell: estimate },
  ];
  return (
    <PageFrame
      title="Waitlist"
      actions={
        <HeaderActions
          more={[
            { label: "Show on the calendar", to: pathTo("/calendar/grooming", {}, { waitlist: "1" }) },
            ...(list.data && list.data.total > 0 ? [{ label: "Export", onClick: exportAll }] : []),
            ...(maySet ? [{ label: "Offers when time opens up", onClick: () => setSetting(true) }] : []),
          ]}
        >
          {mayAdd && (
            <LinkButton to={`${pathTo("/waitingList/add", {})}${search}`} state={asDrawer} variant="contained" color="primary">
              {mobile ? "Add" : "Add to the waitlist"}
            </LinkButton>
          )}
        </HeaderActions>
      }
    >
      <WaitFilters state={state} set={(change) => setState({ page: start.page, ...change })} />
      <DataList
        label="Waitlist"
        rows={list.data?.entries}
        rowKey={(one) => one.id}
        columns={columns}
        card={(one) => (
          <Box sx={{ display: "grid", gap: 0.5 }}>
            <Box sx={{ display: "flex", gap: 1, justifyContent: "space-between" }}>
              <Typography variant="subtitle2">{nameOf(one)}</Typography>
              <WaitState entry={one} />
            </Box>
            <Typography>{whatOf(one)}</Typography>
            <Typography variant="body2" color="textSecondary">
              {[whenOf(one, format), withWhom(one, names), estimate(one)].filter(Boolean).join(" · ")}
            </Typography>
          </Box>
        )}
        href={(one) => `${pathTo("/waitingList/edit/:ticketId", { ticketId: one.id })}${search}`}
        drawer
        error={list.error}
        onRetry={() => void list.refetch()}
        busy={list.isPlaceholderData}
        page={{ at, size: SIZE, total: list.data?.total ?? 0, onChange: (to) => setState({ page: String(to) }, { push: true }) }}
        empty={
          isNarrowed(state) ? (
            <EmptyState icon="search" title="No one matches" text="Change or clear the filters to see everyone who waits." />
          ) : (
            <EmptyState
              icon="clock"
              title="No one is waiting"
              text="When you have no time for a client, add them here. You see who fits when a time opens up."
            />
          )
        }
      />
      {pathname.endsWith("/add") && <WaitDrawer addressed onClose={back} readOnly={!mayAdd} />}
      {ticketId && <EntryDrawer key={ticketId} id={ticketId} addressed onClose={back} />}
      {setting && <OfferSettingDrawer onClose={() => setSetting(false)} />}
      <ConflictHost />
    </PageFrame>
  );
};

export default WaitlistPage;
