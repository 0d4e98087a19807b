import { implement } from "@leashline/kit";
import { BookingRequestService } from "@leashline/proto/leashline/online_booking/v1/booking_request_pb.js";
import { cancelHandlers } from "./request-payments/cancel.rpc.ts";
import { requestHandlers } from "./requests/request.rpc.ts";
import { waitlistHandlers } from "./waitlist/from-request.ts";

export const bookingRequestRpc = implement(BookingRequestService, { ...requestHandlers, ...cancelHandlers, ...waitlistHandlers });
