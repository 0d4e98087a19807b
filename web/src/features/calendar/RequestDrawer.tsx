import { useQuery } from "@connectrpc/connect-query";
import { BookingRequestService, BookingRequestStatus } from "@leashline/proto/leashline/online_booking/v1/booking_request_pb.js";
import Box from "@mui/material/Box";
import Skeleton from "@mui/material/Skeleton";
import { useEffect } from "react";
import { ErrorState } from "../../ui/feedback/ErrorState.tsx";
import { SideDrawer } from "../../ui/page/SideDrawer.tsx";
import { RequestCard } from "../online-booking/shared/RequestCard.tsx";
import { useUnsigned } from "../online-booking/shared/RequestChips.tsx";

/** A booking request that stands on the calendar: who asks for what, and yes or no. Closes once it is decided, here or by somebody else. */
export const RequestDrawer = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const { data, error, refetch } = useQuery(BookingRequestService.method.getBookingRequest, { id });
  const request = data?.bookingRequest;
  const unsigned = useUnsigned(request ? [request] : []);
  const decided = request !== undefined && request.status !== BookingRequestStatus.SUBMITTED;
  useEffect(() => {
    if (decided) onClose();
  }, [decided, onClose]);
  return (
    <SideDrawer open title="Booking request" onClose={onClose} width={480} clear>
      <Box component="ul" sx={{ listStyle: "none", m: 0, p: 2 }}>
        {request ? (
          <RequestCard request={request} unsigned={unsigned} />
        ) : (
          <li>{error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton variant="rounded" height={180} />}</li>
        )}
      </Box>
    </SideDrawer>
  );
};
