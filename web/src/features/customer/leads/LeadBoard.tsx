import { useQuery } from "@connectrpc/connect-query";
import { type Lead, LeadService, LeadStage } from "@leashline/proto/leashline/customer/v1/lead_service_pb.js";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { ErrorState } from "../../../ui/feedback/ErrorState.tsx";
import { RowsSkeleton } from "../../../ui/feedback/Skeletons.tsx";
import { StatusChip } from "../../../ui/StatusChip.tsx";
import { leadName, stages } from "../shared/leads/lead-words.ts";
import { useLeadActs } from "../shared/leads/useLeadActs.ts";
import { LeadCard } from "./LeadCard.tsx";
import { LostDialog } from "./LostDialog.tsx";

const MOST = 50;
type Asked = { keyword: string; assignedStaffId: string; referralSourceId: string; due: boolean };

/** Leads in a column for each stage; a card is dragged to the next, or moved there from its menu. */
export const LeadBoard = ({ asked }: { asked: Asked }) => {
  const [dragged, setDragged] = useState<Lead>();
  const [losing, setLosing] = useState<Lead>();
  const acts = useLeadActs();
  const move = (lead: Lead, stage: LeadStage) => {
    if (lead.stage === stage) return;
    if (stage === LeadStage.LOST) setLosing(lead);
    else void acts.move(lead, stage);
  };
  return (
    <Box sx={{ display: "grid", gridTemplateColumns: "repeat(4, minmax(220px, 1fr))", gap: 1.5, overflowX: "auto", alignItems: "start" }}>
      {stages.map(({ value }) => (
        <Column
          key={value}
          stage={value}
          asked={asked}
          dragged={dragged}
          onDrag={setDragged}
          onDrop={() => {
            if (dragged) move(dragged, value);
            setDragged(undefined);
          }}
          onMove={move}
        />
      ))}
      {losing && (
        <LostDialog
          name={leadName(losing)}
          onClose={() => setLosing(undefined)}
          onLost={(reason) => {
            setLosing(undefined);
            void acts.move(losing, LeadStage.LOST, reason);
          }}
        />
      )}
    </Box>
  );
};

type ColumnProps = {
  stage: LeadStage;
  asked: Asked;
  dragged: Lead | undefined;
  onDrag: (lead: Lead | undefined) => void;
  onDrop: () => void;
  onMove: (lead: Lead, stage: LeadStage) => void;
};

const Column = ({ stage, asked, dragged, onDrag, onDrop, onMove }: ColumnProps) => {
  const [over, setOver] = useState(false);
  const found = useQuery(LeadService.method.listLeads, { ...asked, stage, pageSize: MOST }, { placeholderData: keepPreviousData });
  const label = stages.find(({ value }) => value === stage)?.label;
  const total = found.data?.total ?? 0;
  return (
    <Box
      component="section"
      aria-label={label}
      onDragOver={(event) => {
        if (!dragged || dragged.stage === stage) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={() => {
        setOver(false);
        onDrop();
      }}
      sx={{
        bgcolor: over ? "tone.accent.soft" : "tone.plain.soft",
        borderRadius: 1.25,
        p: 1.25,
        minHeight: 160,
        display: "grid",
        gap: 1,
        alignContent: "start",
      }}
    >
      <Box sx={{ display: "flex", alignItems: "center", gap: 1 }}>
        <Typography variant="h3" component="h2" sx={{ flex: 1 }}>
          {label}
        </Typography>
        {found.data && <StatusChip>{total}</StatusChip>}
      </Box>
      {found.isPending && <RowsSkeleton rows={3} height={72} />}
      {found.error && !found.data ? <ErrorState compact error={found.error} onRetry={() => void found.refetch()} /> : null}
      {found.data?.leads.map((lead) => (
        <LeadCard key={lead.customerId} lead={lead} onDrag={onDrag} onMove={onMove} />
      ))}
      {total > MOST && (
        <Typography variant="body2" color="textSecondary">
          {total - MOST} more: narrow the board, or use the list.
        </Typography>
      )}
    </Box>
  );
};
