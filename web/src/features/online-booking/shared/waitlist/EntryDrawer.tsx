import { useMutation, useQuery } from "@connectrpc/connect-query";
import { AppointmentWaitlistService } from "@leashline/proto/leashline/online_booking/v1/appointment_waitlist_service_pb.js";
import { type WaitlistEntry, WaitlistState } from "@leashline/proto/leashline/online_booking/v1/waitlist_pb.js";
import { WaitlistService } from "@leashline/proto/leashline/online_booking/v1/waitlist_service_pb.js";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { refreshDomains } from "../../../../app/calls/refresh.ts";
import { pathTo } from "../../../../app/routes/paths.ts";
import { useCan } from "../../../../app/session/session.ts";
import { confirm } from "../../../../ui/feedback/confirm.ts";
import { ErrorState } from "../../../../ui/feedback/ErrorState.tsx";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { LinkButton, TextLink } from "../../../../ui/links/Link.tsx";
import { SideDrawer } from "../../../../ui/page/SideDrawer.tsx";
import type { Picked } from "../../../calendar/shared/conflicts/FreeTimes.tsx";
import { AreaAlert } from "../area/AreaSaid.tsx";
import { BookHere } from "../book-waiting/BookHere.tsx";
import { BookWaiting } from "../book-waiting/BookWaiting.tsx";
import { OfferButton } from "../offers/OfferButton.tsx";
import { SignedWaiting } from "../signed/SignedWaiting.tsx";
import { ClassActions } from "./ClassActions.tsx";
import { OfferPart } from "./OfferPart.tsx";
import { useEstimates } from "./useEstimates.ts";
import { WaitDrawer } from "./WaitDrawer.tsx";
import { familyOf } from "./wait-draft.ts";
import { nameOf } from "./wait-names.ts";

type Props = {
  /** A free time that suits them, for which they can be booked at once. */
  place?: Picked | undefined;
  addressed?: boolean | undefined;
  onClose: () => void;
};

/** Somebody who waits: what they wish for, and booking them, keeping them or taking them off the list. */
export const EntryDrawer = ({ id, place, addressed = false, onClose }: Props & { id: string }) => {
  const { data, error, refetch } = useQuery(AppointmentWaitlistService.method.getWaitEntry, { id });
  const entry = data?.entry;
  if (entry?.state === WaitlistState.WAITING)
    return <Waiting key={entry.version} entry={entry} place={place} addressed={addressed} onClose={onClose} />;
  return (
    <SideDrawer open addressed={addressed} title="Waitlist entry" onClose={onClose}>
      <Box sx={{ p: 2.25 }}>
        {entry ? (
          <Alert severity="success" action={<Open entry={entry} />}>
            {nameOf(entry)} is booked.
          </Alert>
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton variant="rounded" height={180} />
        )}
      </Box>
    </SideDrawer>
  );
};

const Open = ({ entry: { appointmentId, classId } }: { entry: WaitlistEntry }) => {
  const to =
    classId === "0"
      ? pathTo("/calendar/grooming", {}, { appointment: appointmentId })
      : pathTo("/calendar/groupClass", {}, { class: classId });
  return <LinkButton to={to}>Open</LinkButton>;
};

const Waiting = ({ entry, place, addressed, onClose }: Props & { entry: WaitlistEntry }) => {
  const may = useCan("createAndEditTicket");
  const format = useFormat();
  const estimate = useEstimates([entry])(entry);
  const queries = useQueryClient();
  const [booking, setBooking] = useState(false);
  const onSettled = () => refreshDomains(queries, "online_booking");
  const removed = { meta: { success: "Successfully deleted from waitlist" }, onSettled, onSuccess: onClose };
  const remove = useMutation(AppointmentWaitlistService.method.deleteWaitEntry, removed);
  const removeStay = useMutation(WaitlistService.method.deleteWaitlist, removed);
  const keep = useMutation(AppointmentWaitlistService.method.keepWaiting, { meta: { success: "Still waiting" }, onSettled });
  const { id, customerInfo, appointmentId } = entry;
  const takeOff = async () => {
    const title = `Remove ${nameOf(entry)} from the waitlist?`;
    if (!(await confirm({ title, action: "Remove from the list", danger: true }))) return;
    (familyOf(entry.careType) === "stays" ? removeStay : remove).mutate({ id });
  };
  const head = (
    <Box sx={{ display: "grid", gap: 1 }}>
      <Typography>
        <TextLink to={pathTo("/client/:customerId", { customerId: customerInfo?.id ?? "0" })}>{nameOf(entry)}</TextLink>
        {customerInfo?.phoneNumber && ` · ${format.phone(customerInfo.phoneNumber)}`}
      </Typography>
      {estimate && <Typography color="textSecondary">Estimate: {estimate}, before charges and tax</Typography>}
      {customerInfo?.isDeleted && <Alert severity="warning">This client was deleted.</Alert>}
      <AreaAlert {...entry} />
      {entry.isExpired && (
        <Alert
          severity="info"
          action={
            may && (
              <Button onClick={() => keep.mutate({ id })} loading={keep.isPending}>
                Still waiting
              </Button>
            )
          }
        >
          This entry has expired.
        </Alert>
      )}
      {appointmentId !== "0" && (
        <Typography color="textSecondary">
          They have <TextLink to={pathTo("/calendar/grooming", {}, { appointment: appointmentId })}>an appointment</TextLink> that moves
          when you book them.
        </Typography>
      )}
      <SignedWaiting entry={entry} />
      <OfferPart entry={entry} may={may} />
      {entry.classId !== "0" && <ClassActions entry={entry} may={may && !customerInfo?.isDeleted} onGiven={onClose} />}
      {entry.classId === "0" && may && !customerInfo?.isDeleted && (
        <Box sx={{ display: "flex", gap: 1, flexWrap: "wrap" }}>
          {place && <BookHere entry={entry} place={place} onBooked={onClose} />}
          {place && <OfferButton entry={entry} place={place} />}
          <Button variant="outlined" onClick={() => setBooking(true)}>
            {place ? "Another time…" : appointmentId === "0" ? "Book…" : "Move…"}
          </Button>
        </Box>
      )}
    </Box>
  );
  return (
    <>
      <WaitDrawer
        entry={entry}
        addressed={addressed}
        readOnly={!may}
        above={head}
        beside={
          <Button color="error" onClick={() => void takeOff()} loading={remove.isPending || removeStay.isPending}>
            Remove from the list
          </Button>
        }
        onClose={onClose}
      />
      {booking && <BookWaiting entry={entry} onClose={() => setBooking(false)} onBooked={onClose} />}
    </>
  );
};
