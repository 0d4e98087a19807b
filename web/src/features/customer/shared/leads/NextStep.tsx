import type { Lead } from "@leashline/proto/leashline/customer/v1/lead_service_pb.js";
import Box from "@mui/material/Box";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { StatusChip } from "../../../../ui/StatusChip.tsx";
import { isDue } from "./lead-words.ts";

/** What comes next with a lead and when; said loudly once it is due. For a lost one, why. */
export const NextStep = ({ lead }: { lead: Lead }) => {
  const format = useFormat();
  if (lead.lostReason) return <Box component="span">{lead.lostReason}</Box>;
  if (!lead.nextStep && !lead.nextStepDate) return null;
  const day = lead.nextStepDate && format.day(lead.nextStepDate);
  return (
    <Box component="span" sx={{ display: "inline-flex", gap: 0.75, alignItems: "center", flexWrap: "wrap" }}>
      {lead.nextStep}
      {day && (isDue(lead, format.now().date) ? <StatusChip tone="warn">{day}</StatusChip> : <span>{day}</span>)}
    </Box>
  );
};
