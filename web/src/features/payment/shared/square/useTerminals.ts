import { useQuery } from "@connectrpc/connect-query";
import { SquareAccountService, SquareDeviceStatus } from "@leashline/proto/leashline/payment/v1/square_account_service_pb.js";
import { useCan } from "../../../../app/session/session.ts";

/** The paired terminals of a location that takes its cards through Square. */
export const useTerminals = (isSecond: boolean) => {
  const may = useCan("takePayment");
  const { data, error } = useQuery(SquareAccountService.method.listSquareDevices, {}, { meta: { quiet: true }, enabled: may && isSecond });
  const paired = data?.devices.filter(({ status }) => status === SquareDeviceStatus.PAIRED) ?? [];
  return { terminals: paired, without: isSecond && (error !== null || (data !== undefined && paired.length === 0)) };
};
