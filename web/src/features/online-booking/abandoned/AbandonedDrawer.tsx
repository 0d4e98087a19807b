import { useQuery } from "@connectrpc/connect-query";
import {
  type AbandonedBooking,
  AbandonedBookingService,
  AbandonStatus,
} from "@leashline/proto/leashline/online_booking/v1/abandoned_booking_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Link from "@mui/material/Link";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import { pathTo } from "../../../app/routes/paths.ts";
import { useCan } from "../../../app/session/session.ts";
import { ErrorState } from "../../../ui/feedback/ErrorState.tsx";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { TextLink } from "../../../ui/links/Link.tsx";
import { SideDrawer } from "../../../ui/page/SideDrawer.tsx";
import { StatusChip } from "../../../ui/StatusChip.tsx";
import { askedTime, canBeAdded, kindOf, nameOf, statusName, statusTone, stepName } from "./abandoned-words.ts";
import { useAbandoned } from "./useAbandoned.ts";

/** Somebody who left: how to reach them, what they wanted, and what is done about it. */
export const AbandonedDrawer = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const { data, error, refetch } = useQuery(AbandonedBookingService.method.getAbandonedBooking, { bookingFlowId: id });
  const record = data?.record;
  return (
    <SideDrawer open addressed title="Abandoned booking" onClose={onClose} footer={record && <Acts record={record} onClose={onClose} />}>
      <Box sx={{ p: 2.25 }}>
        {record ? (
          <Facts record={record} />
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton variant="rounded" height={180} />
        )}
      </Box>
    </SideDrawer>
  );
};

const Acts = ({ record, onClose }: { record: AbandonedBooking; onClose: () => void }) => {
  const [mayChange, mayAdd] = [useCan("manageBookingRequests"), useCan("editClient")];
  const { add, remove, mark, busy } = useAbandoned(onClose);
  const { bookingFlowId, abandonStatus, version } = record;
  const contacted = abandonStatus === AbandonStatus.CONTACTED;
  return (
    <>
      {mayChange && (
        <Button color="error" onClick={() => void remove([bookingFlowId])} disabled={busy}>
          Delete
        </Button>
      )}
      {mayChange && abandonStatus !== AbandonStatus.RECOVERED && (
        <Button
          variant="outlined"
          onClick={() => mark(bookingFlowId, contacted ? AbandonStatus.ABANDONED : AbandonStatus.CONTACTED, version)}
          disabled={busy}
        >
          {contacted ? "Not contacted yet" : "Mark as contacted"}
        </Button>
      )}
      {mayAdd && canBeAdded(record) && (
        <Button variant="contained" color="primary" onClick={() => add([bookingFlowId])} disabled={busy}>
          Add as client
        </Button>
      )}
    </>
  );
};

const Facts = ({ record }: { record: AbandonedBooking }) => {
  const format = useFormat();
  const { customer, pets, preference, staff } = record;
  const typed = (isShown: boolean | undefined) =>
    !isShown && <StatusChip title="They typed it, and confirmed it with no code">Not confirmed</StatusChip>;
  return (
    <Box sx={{ display: "grid", gap: 1.75 }}>
      <Box sx={{ display: "flex", gap: 1, alignItems: "center", flexWrap: "wrap" }}>
        <Typography variant="subtitle1">
          {customer && customer.customerId !== "0" ? (
            <TextLink to={pathTo("/client/:customerId", { customerId: customer.customerId })}>{nameOf(record)}</TextLink>
          ) : (
            nameOf(record)
          )}
        </Typography>
        <StatusChip tone={statusTone[record.abandonStatus]}>{statusName[record.abandonStatus]}</StatusChip>
        <StatusChip>{kindOf(record)}</StatusChip>
      </Box>
      {customer?.phoneNumber && (
        <Fact label="Phone">
          <Link href={`tel:${customer.phoneNumber}`}>{format.phone(customer.phoneNumber)}</Link> {typed(customer.phoneConfirmed)}
        </Fact>
      )}
      {customer?.email && (
        <Fact label="Email">
          <Link href={`mailto:${customer.email}`}>{customer.email}</Link> {typed(customer.emailConfirmed)}
        </Fact>
      )}
      <Fact label="Stopped at">
        {stepName(record.abandonStep)}, {format.agoWithin(record.abandonTime)}
      </Fact>
      {(record.lastTextedTime ?? record.lastEmailedTime) && (
        <Fact label="Recovery message">
          {[record.lastTextedTime && "Text", record.lastEmailedTime && "Email"].filter(Boolean).join(" and ")} sent{" "}
          {format.agoWithin(record.lastTextedTime ?? record.lastEmailedTime)}
        </Fact>
      )}
      {pets.map(({ petPlace, petName, petType, breed, services }) => (
        <Fact key={petPlace} label={petName || "Pet"}>
          {[breed || petType, services.map(({ name }) => name).join(", ") || "no service chosen yet"].filter(Boolean).join(" · ")}
        </Fact>
      ))}
      {preference?.date && <Fact label="Time">{askedTime(record, format)}</Fact>}
      {staff?.staffName && <Fact label="With">{staff.staffName}</Fact>}
      {preference?.additionalNote && <Fact label="Message">{preference.additionalNote}</Fact>}
      {record.abandonStatus === AbandonStatus.RECOVERED && record.bookingRequestId === "0" && (
        <Typography>
          They joined the waitlist instead. <TextLink to="/waitingList">Waitlist</TextLink>
        </Typography>
      )}
      {record.bookingRequestId !== "0" && (
        <Typography>
          They booked after all. <TextLink to="/online_booking/requests">Booking requests</TextLink>
        </Typography>
      )}
    </Box>
  );
};

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <Box>
    <Typography variant="body2" color="textSecondary">
      {label}
    </Typography>
    <Box sx={{ overflowWrap: "anywhere" }}>{children}</Box>
  </Box>
);
