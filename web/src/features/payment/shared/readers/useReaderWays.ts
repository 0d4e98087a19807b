import { useQuery } from "@connectrpc/connect-query";
import { TerminalService } from "@leashline/proto/leashline/payment/v1/terminal_service_pb.js";
import { useCan, useSession } from "../../../../app/session/session.ts";
import { SECOND } from "../cards/useNewCards.ts";
import { useTerminals } from "../square/useTerminals.ts";
import { usePaymentSetting, type Way } from "../useWays.ts";

const none = { kind: "card", cardId: "0", methodId: "0" };

/** The readers and terminals that ask for a card at a location; of the first provider's, those of the location that is worked at. */
export const useReaderWays = (businessId: string): Way[] => {
  const setting = usePaymentSetting(businessId);
  const isSecond = setting?.primaryPayType === SECOND;
  const isHere = useSession((state) => state.status === "in" && state.business?.id === businessId);
  const enabled = useCan("takePayment") && isHere && setting !== undefined && !isSecond;
  const { data } = useQuery(TerminalService.method.listReaders, {}, { meta: { quiet: true }, enabled });
  const { terminals } = useTerminals(businessId, isSecond);
  const readers = enabled ? (data?.readers ?? []).filter(({ elsewhere }) => !elsewhere) : [];
  return [
    ...readers.map(({ id, label }) => ({ ...none, value: `reader-${id}`, label: `Card reader · ${label}`, readerId: id })),
    ...terminals.map(({ deviceId, name }) => ({
      ...none,
      value: `terminal-${deviceId}`,
      label: `Square Terminal · ${name}`,
      terminalId: deviceId,
    })),
  ];
};
