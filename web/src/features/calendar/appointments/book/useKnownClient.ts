import { useQuery } from "@connectrpc/connect-query";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { useEffect, useRef } from "react";
import type { BookingClient } from "../fields/useBooking.ts";

/** The client whom the page was asked to book for stands there from the start, and may be changed. */
export const useKnownClient = (customerId: string | undefined, pick: (client: BookingClient) => void): void => {
  const { data } = useQuery(ClientService.method.getClient, { customerId: customerId ?? "0" }, { enabled: customerId !== undefined });
  const client = data?.client;
  const picked = useRef(false);
  useEffect(() => {
    if (!client || picked.current) return;
    picked.current = true;
    pick({ customerId: client.customerId, name: `${client.firstName} ${client.lastName}`.trim() });
  }, [client, pick]);
};
