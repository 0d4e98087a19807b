import { useSession } from "../../../../app/session/session.ts";
import type { Way } from "../useWays.ts";
import { useReadersAt } from "./useReadersAt.ts";

const none = { kind: "card", cardId: "0", methodId: "0" };

/** The readers and terminals that ask for a card at a location; of the first provider's, those of the location that is worked at. */
export const useReaderWays = (businessId: string): Way[] => {
  const isHere = useSession((state) => state.status === "in" && state.business?.id === businessId);
  const { readers, terminals } = useReadersAt(businessId);
  return [
    ...(isHere ? readers : []).map(({ id, label }) => ({ ...none, value: `reader-${id}`, label: `Card reader · ${label}`, readerId: id })),
    ...terminals.map(({ deviceId, name }) => ({
      ...none,
      value: `terminal-${deviceId}`,
      label: `Square Terminal · ${name}`,
      terminalId: deviceId,
    })),
  ];
};
