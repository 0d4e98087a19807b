import { useQuery } from "@connectrpc/connect-query";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { useEffect, useRef } from "react";
import type { Draft } from "../fields/useBooking.ts";

/** The client whose page asked for the visit stands there from the start, and may be changed. */
export const useKnownClient = (customerId: string | undefined, { pickClient }: Draft): void => {
  const { data } = useQuery(ClientService.method.getClient, { customerId: customerId ?? "0" }, { enabled: customerId !== undefined });
  const client = data?.client;
  const picked = useRef(false);
  useEffect(() => {
    if (!client || picked.current) return;
    picked.current = true;
    pickClient({ customerId: client.customerId, name: `${client.firstName} ${client.lastName}`.trim() });
  }, [client, pickClient]);
};
