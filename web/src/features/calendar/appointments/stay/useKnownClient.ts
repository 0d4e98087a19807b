import { useQuery } from "@connectrpc/connect-query";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { useEffect, useRef, useState } from "react";
import type { BookingClient } from "../fields/useBooking.ts";

/** The client whom the page was asked to book for stands there from the start, and may be changed. */
export const useKnownClient = (customerId: string | undefined) => {
  const { data } = useQuery(ClientService.method.getClient, { customerId: customerId ?? "0" }, { enabled: customerId !== undefined });
  const [client, setClient] = useState<BookingClient>();
  const known = data?.client;
  const taken = useRef(false);
  useEffect(() => {
    if (!known || taken.current) return;
    taken.current = true;
    setClient({ customerId: known.customerId, name: `${known.firstName} ${known.lastName}`.trim() });
  }, [known]);
  return [client, setClient] as const;
};
