import type { Dispute } from "@leashline/proto/leashline/payment/v1/dispute_service_pb.js";
import { StatusChip } from "../../../ui/StatusChip.tsx";
import { stateOf } from "./dispute-words.ts";

export const DisputeState = ({ of }: { of: Dispute }) => {
  const { label, tone } = stateOf(of);
  return <StatusChip tone={tone}>{label}</StatusChip>;
};
