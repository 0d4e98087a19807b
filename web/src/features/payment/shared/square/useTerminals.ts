import { useQuery } from "@connectrpc/connect-query";
import { SquareAccountService, SquareDeviceStatus } from "@leashline/proto/leashline/payment/v1/square_account_service_pb.js";
import { useCan } from "../../../../app/session/session.ts";

/** The paired terminals of a location that takes its cards through Square. */
export const useTerminals = (businessId: string, isSecond: boolean) => {
  const asked = { meta: { quiet: true }, enabled: useCan("takePayment") && isSecond };
  const { data, error } = useQuery(SquareAccountService.method.listSquareDevices, { businessId }, asked);
  const paired = data?.devices.filter(({ status }) => status === SquareDeviceStatus.PAIRED) ?? [];
  return { terminals: paired, without: isSecond && (error !== null || (data !== undefined && paired.length === 0)) };
};
