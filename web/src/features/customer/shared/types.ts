import type { GetClientDetailResponse } from "@leashline/proto/leashline/customer/v1/client_requests_pb.js";

/** What the client page shows; its client is there. */
export type ClientDetail = GetClientDetailResponse;
