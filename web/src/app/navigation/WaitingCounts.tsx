import { useQuery } from "@connectrpc/connect-query";
import { IntakeSubmissionFilter, IntakeSubmissionService } from "@leashline/proto/leashline/customer/v1/intake_submission_service_pb.js";
import { ThreadService } from "@leashline/proto/leashline/message/v1/thread_service_pb.js";
import { BookingRequestService, BookingRequestStatus } from "@leashline/proto/leashline/online_booking/v1/booking_request_pb.js";
import { ChangeRequestService } from "@leashline/proto/leashline/online_booking/v1/change_request_pb.js";
import { CorrectionService } from "@leashline/proto/leashline/online_booking/v1/correction_pb.js";
import { DisputeService } from "@leashline/proto/leashline/payment/v1/dispute_service_pb.js";
import { useEffect } from "react";
import { useTitleOverride } from "../../ui/page/title.ts";
import { useCan } from "../session/session.ts";
import { announceIncoming } from "./announce.ts";
import { nothingWaits, titlePrefix, useWaiting, type Waiting } from "./waiting.ts";

const notRead = { filter: IntakeSubmissionFilter.UNREAD, pageSize: 1 };
const quiet = { quiet: true };
const waiting = { status: BookingRequestStatus.SUBMITTED, pageSize: 1 };

const tell = (now: Waiting): void => {
  useWaiting.setState(now);
  useTitleOverride.setState({ waiting: titlePrefix(now) });
};

/** Counts what waits, for whom it is open; notices of messages and requests count again, and are heard. Draws nothing. */
const WaitingCounts = () => {
  const unread = useQuery(ThreadService.method.countUnread, {}, { enabled: useCan("viewMessageCenter"), meta: quiet });
  const asked = useQuery(BookingRequestService.method.listBookingRequests, waiting, {
    enabled: useCan("viewBookingRequests"),
    meta: quiet,
  });
  const contested = useQuery(DisputeService.method.getDisputeReadStatus, {}, { enabled: useCan("viewInvoice"), meta: quiet });
  const wished = useQuery(ChangeRequestService.method.listChangeRequests, {}, { enabled: useCan("viewBookingRequests"), meta: quiet });
  const unreadForms = useQuery(IntakeSubmissionService.method.listIntakeSubmissions, notRead, {
    enabled: useCan("viewClientList"),
    meta: quiet,
  });
  const forms = unreadForms.data?.total ?? 0;
  const [messages, requests, disputes] = [unread.data?.threadCount ?? 0, asked.data?.total ?? 0, contested.data?.unread ?? 0];
  const corrected = useQuery(CorrectionService.method.listCorrections, {}, { enabled: useCan("viewBookingRequests"), meta: quiet });
  const changes = (wished.data?.changeRequests.length ?? 0) + (corrected.data?.corrections.length ?? 0);
  useEffect(() => {
    tell({ messages, requests, changes, disputes, forms });
    return () => tell(nothingWaits);
  }, [messages, requests, changes, disputes, forms]);
  useEffect(announceIncoming, []);
  return null;
};

export default WaitingCounts;
