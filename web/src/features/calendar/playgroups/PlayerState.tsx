import { useFormat } from "../../../ui/format/useFormat.ts";
import { StatusChip } from "../../../ui/StatusChip.tsx";
import { statusWords } from "../shared/status.ts";
import { isExpected, isGone, type Player } from "./play-day.ts";

/** Whether a pet is here, and when it is expected if not. */
export const PlayerState = ({ player }: { player: Player }) => {
  const format = useFormat();
  const { label, tone } = statusWords[player.visit.status];
  if (isExpected(player)) return <StatusChip>Expected {format.minutes(player.visit.startTime)}</StatusChip>;
  return <StatusChip tone={tone}>{isGone(player) ? "Gone home" : label}</StatusChip>;
};
