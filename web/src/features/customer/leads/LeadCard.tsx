import type { Lead, LeadStage } from "@leashline/proto/leashline/customer/v1/lead_service_pb.js";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { useMemo } from "react";
import { pathTo } from "../../../app/routes/paths.ts";
import { useCan } from "../../../app/session/session.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { TextLink } from "../../../ui/links/Link.tsx";
import { useStaffNames } from "../../calendar/shared/useCalendar.ts";
import { FilterSelect } from "../../payment/shared/FilterSelect.tsx";
import { leadName, stages } from "../shared/leads/lead-words.ts";
import { NextStep } from "../shared/leads/NextStep.tsx";

type Props = { lead: Lead; onDrag: (lead: Lead | undefined) => void; onMove: (lead: Lead, stage: LeadStage) => void };

/** A lead on the board. */
export const LeadCard = ({ lead, onDrag, onMove }: Props) => {
  const format = useFormat();
  const canEdit = useCan("editClient");
  const names = useStaffNames();
  const choices = useMemo(() => stages.map(({ value, label }) => ({ value: String(value), label })), []);
  const about = [lead.petNames.join(", "), names.get(lead.assignedStaffId), format.ago(lead.createTime)].filter(Boolean).join(" · ");
  return (
    <Box
      component="article"
      draggable={canEdit}
      onDragStart={() => onDrag(lead)}
      onDragEnd={() => onDrag(undefined)}
      sx={{
        bgcolor: "background.paper",
        border: 1,
        borderColor: "line",
        borderRadius: 1,
        p: 1.25,
        display: "grid",
        gap: 0.75,
        minWidth: 0,
        overflowWrap: "anywhere",
        cursor: canEdit ? "grab" : undefined,
      }}
    >
      <TextLink to={pathTo("/leads/detail/:id", { id: lead.customerId })} draggable={false} sx={{ fontWeight: 600 }}>
        {leadName(lead)}
      </TextLink>
      <Typography variant="body2" color="textSecondary">
        {about}
      </Typography>
      <NextStep lead={lead} />
      {canEdit && (
        <FilterSelect label="Stage" value={String(lead.stage)} options={choices} onChange={(stage) => onMove(lead, Number(stage))} />
      )}
    </Box>
  );
};
